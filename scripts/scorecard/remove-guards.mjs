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
  const intact = createIntactRuns(copy, seed);
  for (const row of rows) {
    if (row.mutations.length === 0)
      results.push({ row: row.id, guard: row.guard, seconds: 0, ...verdict('no guard is named', []) });
    for (const mutation of row.mutations) {
      const started = performance.now();
      const outcome = await examine(copy, row, mutation, { seed, intact });
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      console.error(`${row.id}, without ${mutation.removes}: ${outcome.result} (${seconds} s)`);
      results.push({ row: row.id, guard: mutation.removes, seconds, ...outcome });
    }
  }
  return results;
}

/** The texts that should be changed and are not there, or not only once. */
function misplaced(copy, { id, mutations }) {
  return mutations.flatMap((mutation) =>
    mutation.edits.flatMap(({ file = mutation.file, from }) => {
      const times = occurrences(copy, file, from);
      return times === 1 ? [] : [`${id}: ${JSON.stringify(from)} stands ${times} times in ${file}`];
    }),
  );
}

function occurrences(copy, file, text) {
  try {
    return copy.read(file).split(text).length - 1;
  } catch {
    return 0;
  }
}

/** Suites that fail anyway would seem to miss every guard; guards with the same suites need to know that only once. */
function createIntactRuns(copy, seed) {
  const runs = new Map();
  return (row, attack) => {
    const key = JSON.stringify([row.id, attack]);
    if (!runs.has(key)) runs.set(key, runSuites(copy.folder, row, { ...attack, seed, bail: true }));
    return runs.get(key);
  };
}

async function examine(copy, row, mutation, { seed, intact }) {
  if (mutation.needsSandbox && spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status !== 0) {
    return { ...verdict('skipped', ['there is no bwrap here']), isGood: true };
  }
  const attack = { suites: mutation.suites ?? row.suites, environment: mutation.environment ?? row.quick };
  if (row.isBuilt) await copy.build();
  const before = await intact(row, attack);
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
    const after = await runSuites(copy.folder, row, { ...attack, seed, bail: true });
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
