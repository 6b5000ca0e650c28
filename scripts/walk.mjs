// Counts the files and functions through which five real runs of the program go. Fails if a walk goes through more files
// than scripts/walk/limits.json says for today.
//   node scripts/walk.mjs [--files] [--write] [--only <name>]
//     --files  lists the files of each walk
//     --write  lowers the numbers of today to those of this run; it never raises one
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleAll } from './build/bundle-all.mjs';
import { makePrivateScratch } from './private-scratch.mjs';
import { plantMachine, WALKS } from './walk/walks.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const TABLE = path.join(import.meta.dirname, 'walk', 'limits.json');
/** Readable, because the comments that esbuild writes above each file say which one a function is from. */
const READABLE = { minify: false, minifySyntax: false, minifyWhitespace: false, lineLimit: 0 };
/** Timers that run during a walk add a few files, or none. */
const SPREAD = 3;
const { values: options } = parseArgs({
  options: { files: { type: 'boolean' }, write: { type: 'boolean' }, only: { type: 'string' } },
});

const scratch = makePrivateScratch('witan-walk-');
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
const machine = plantMachine(scratch, await bundleCopy());
const table = JSON.parse(readFileSync(TABLE, 'utf8'));
console.log('| walk | files | functions | at most today | target |');
console.log('|---|---|---|---|---|');
for (const [name, walk] of Object.entries(WALKS).filter(([name]) => name === (options.only ?? name))) {
  const ran = await walk(machine);
  const files = [...new Set([...ran].map((each) => each.split(' ')[0]))].sort();
  const { limit, today = files.length } = table[name];
  console.log(`| ${[name, files.length, ran.size, today, limit].join(' | ')} |`);
  if (options.files) console.log(`${files.join('\n')}\n`);
  table[name].today = Math.min(today, files.length);
  if (files.length > today + SPREAD) {
    console.error(`${name} goes through ${files.length} files instead of ${today}; --files lists them`);
    process.exitCode = 1;
  }
}
if (options.write)
  writeFileSync(
    TABLE,
    `${JSON.stringify(table, null, 2).replace(/\{\n\s+("limit".*)\n\s+("today".*)\n\s+\}/g, '{ $1 $2 }')}\n`,
  );

/** The built program, in a folder with everything that it reads beside itself. */
async function bundleCopy() {
  const copy = path.join(scratch, 'witan', 'dist');
  for (const name of ['config.yaml', 'package.json', 'plugin', 'assets'])
    cpSync(path.join(ROOT, name), path.join(scratch, 'witan', name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(scratch, 'witan', 'node_modules'));
  await bundleAll(ROOT, copy, READABLE);
  return copy;
}
