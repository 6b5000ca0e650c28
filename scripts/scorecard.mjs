// Attacks every part that exists and prints what held: a table, and JSON where a file is named.
//   npm run scorecard                           all rows, full counts
//   npm run scorecard -- --only network,soak    some rows
//   npm run scorecard -- --quick                few cases, as `npm test` runs them
//   npm run scorecard -- --seed 42              the cases of an earlier run; every run prints its seed
//   npm run scorecard -- --mutate               instead: removes each guard of each row in a copy; the row must go red
//   npm run scorecard -- --mutate --every-guard the same, and for each guard of the evidence tools (rows evidence-1 …)
//   npm run scorecard -- --json file            written after every row, so that a run that is cut off has shown something
// Exit 1 when a row is red, stays green without a guard, or a guard is not where it is looked for; exit 2 for a mistake on
// the command line.
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { evidenceGuards } from './scorecard/evidence-guards.mjs';
import { printTable } from './scorecard/print-table.mjs';
import { readArguments } from './scorecard/read-arguments.mjs';
import { removeGuards } from './scorecard/remove-guards.mjs';
import { ROWS } from './scorecard/rows.mjs';
import { runSuites } from './scorecard/run-suites.mjs';
import { writeFigures } from './scorecard/write-figures.mjs';

const root = path.resolve(import.meta.dirname, '..');
const options = await readArguments(process.argv.slice(2), async (everyGuard) => [
  ...ROWS,
  ...(everyGuard ? await evidenceGuards(root) : []),
]);
const seed = options.seed ?? randomInt(1, 2 ** 31);
console.error(`seed ${seed}: repeat with --seed ${seed}`);

const onResult = (rows) => writeFigures(options.json, { seed, isMutation: options.mutate, rows });
const results = options.mutate ? await removeGuards(root, options.rows, { seed, onResult }) : await attack();
printTable(results, options.mutate);
const bad = results.filter(({ isGood }) => !isGood);
const what = options.mutate ? 'guards were missed when they were gone' : 'rows are as they should be';
console.log(`\nseed ${seed}; ${results.length - bad.length} of ${results.length} ${what}`);
process.exit(bad.length === 0 ? 0 : 1);

async function attack() {
  const done = [];
  for (const row of options.rows) {
    console.error(`${row.id} …`);
    const outcome = await runSuites(root, row, { environment: options.quick ? row.quick : row.full, seed });
    done.push({ row: row.id, guard: row.guard, ...outcome, isGood: outcome.result === 'green' });
    const { result, cases, seconds } = outcome;
    console.error(`${row.id}: ${result}, ${cases} cases, ${seconds} s`);
    for (const failure of outcome.failures) console.error(`  ${failure}`);
    onResult(done);
  }
  return done;
}
