// Prints one table of figures, each a median with its target where there is one. --json prints them as JSON.
//   npm run bench [-- --json]
import { availableParallelism } from 'node:os';
import { measureEngineOverhead } from './bench/engine-overhead.mjs';
import { measureListModels } from './bench/list-models.mjs';
import { measureStartUp } from './bench/start-up.mjs';
import { measureVoteParser } from './bench/vote-parser.mjs';

const figures = [];
for (const measure of [measureStartUp, measureEngineOverhead, measureVoteParser, measureListModels]) {
  figures.push(...(await measure()));
}

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ node: process.version, cores: availableParallelism(), figures }, null, 2));
} else {
  console.log(`Node ${process.version}, ${availableParallelism()} cores\n`);
  const rows = figures.map(({ name, value, unit, target, note }) => [
    name,
    `${value}${unit === 'ratio' ? '' : ` ${unit}`}`,
    target === undefined ? '' : `at most ${target}`,
    note,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
