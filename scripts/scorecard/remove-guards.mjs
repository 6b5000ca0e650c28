import { spawnSync } from 'node:child_process';
import { runSuites } from './run-suites.mjs';
import { makeWorkingCopy } from './working-copy.mjs';

/**
 * Switches off one guard at a time, in a copy of the tree, and expects the suites of its row to fail: a guard that
 * nothing misses is either not tested or not needed. Nothing of the tree itself is changed.
 */
export async function removeGuards(root, rows, seed) {
  const copy = makeWorkingCopy(root);
  const lost = rows.flatMap((row) => misplaced(copy, row));
  if (lost.length > 0) {
    console.error(['scorecard: guards are not where the list says:', ...lost.map((line) => `  ${line}`)].join('\n'));
    process.exit(1);
  }
  const results = [];
  for (const row of rows) {
    const started = performance.now();
    const outcome = await examine(copy, row, seed);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    console.error(`${row.id}: ${outcome.result} (${seconds} s)`);
    results.push({ row: row.id, guard: row.mutation?.removes ?? row.guard, seconds, ...outcome });
  }
  return results;
}

/** The texts that should be changed and are not there, or not only once. */
function misplaced(copy, { id, mutation }) {
  if (mutation === undefined) return [];
  return mutation.edits.flatMap(({ file = mutation.file, from }) => {
    const times = occurrences(copy, file, from);
    return times === 1 ? [] : [`${id}: ${JSON.stringify(from)} stands ${times} times in ${file}`];
  });
}

function occurrences(copy, file, text) {
  try {
    return copy.read(file).split(text).length - 1;
  } catch {
    return 0;
  }
}

async function examine(copy, row, seed) {
  const { mutation } = row;
  if (mutation === undefined) return verdict('no guard is named', []);
  if (mutation.needsSandbox && spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status !== 0) {
    return { ...verdict('skipped', ['there is no bwrap here']), isGood: true };
  }
  const suites = mutation.suites ?? row.suites;
  const run = () =>
    runSuites(copy.folder, row, { environment: mutation.environment ?? row.quick, seed, bail: true, suites });
  if (row.isBuilt) await copy.build();
  // Suites that fail anyway would seem to miss every guard.
  const before = await run();
  if (before.result !== 'green') return verdict(`${before.result} with its guard`, before.failures);
  const originals = new Map(mutation.edits.map(({ file = mutation.file }) => [file, copy.read(file)]));
  try {
    for (const { file = mutation.file, from, to } of mutation.edits) {
      copy.write(
        file,
        copy.read(file).replace(from, () => to),
      );
    }
    if (row.isBuilt) await copy.build();
    const after = await run();
    // A suite that cannot even be loaded proves nothing about the guard.
    if (after.couldNotLoad) return verdict('not loaded', after.failures);
    if (after.result !== 'red') return verdict(`${after.result} WITHOUT ITS GUARD`, ['no test misses the guard']);
    return { ...verdict('red', []), isGood: true, missedBy: shortened(after.failures[0] ?? '') };
  } finally {
    for (const [file, text] of originals) copy.write(file, text);
  }
}

function verdict(result, failures) {
  return { result, missedBy: '', failures, isGood: false };
}

function shortened(failure) {
  const [name = ''] = failure.split(': ');
  return name.length > 70 ? `${name.slice(0, 69)}…` : name;
}
