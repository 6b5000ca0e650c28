// `npm test`: builds if a source is newer, then runs the unit tests and, beside them, everything that is checked without
// running the program. Together they take less time than one after the other: neither keeps both cores busy.
import { spawn } from 'node:child_process';

process.exitCode = (await run(['scripts/build.mjs', '--if-stale'])) ? 0 : 1;
if (process.exitCode === 0) {
  const [isChecked, isTested] = await Promise.all([
    run(['scripts/check.mjs']),
    run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit']),
  ]);
  // The tests print much after it.
  if (!isChecked) console.error('`npm run check` failed: see above, or run it alone.');
  process.exitCode = isChecked && isTested ? 0 : 1;
}

/** True if it ended with 0. */
function run(args) {
  const child = spawn(process.execPath, args, { cwd: new URL('..', import.meta.url), stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)).on('error', () => resolve(false)));
}
