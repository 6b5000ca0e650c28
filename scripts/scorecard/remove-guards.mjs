import { runSuites } from './run-suites.mjs';
import { makeWorkingCopy } from './working-copy.mjs';

/**
 * Switches off one guard at a time, in a copy of the tree, and expects the suites of its row to fail: a guard that
 * nothing misses is either not tested or not needed. Nothing of the tree itself is changed.
 */
export async function removeGuards(root, rows, { seed, onResult }) {
  const copy = makeWorkingCopy(root);
  const bench = { copy, seed, runIntact: createIntactRuns(copy, seed) };
  const results = [];
  const keep = (result) => {
    results.push(result);
    onResult(results);
  };
  for (const row of rows) {
    if (row.mutations.length === 0) {
      keep({ row: row.id, guard: row.guard, seconds: 0, ...verdict('no guard is named', []) });
    }
    for (const mutation of row.mutations) {
      const started = performance.now();
      const outcome = await examine(bench, row, mutation);
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      console.error(`${row.id}, without ${mutation.removes}: ${tell(outcome)} (${seconds} s)`);
      keep({ row: row.id, guard: mutation.removes, file: mutation.file, seconds, ...outcome });
    }
  }
  return results;
}

async function examine({ copy, seed, runIntact }, row, mutation) {
  const lost = misplaced(copy, mutation);
  // The code has changed since the edit was written, so it may remove something else now.
  if (lost.length > 0) return verdict('NOT WHERE THE LIST SAYS', lost);
  const environment = { ...(mutation.environment ?? row.quick), WITAN_STALE_DIST: '1' };
  const attack = { suites: mutation.suites ?? row.suites, environment };
  const builds = row.isBuilt ? (mutation.builds ?? 'both') : 'neither';
  const before = await runIntact(row, attack, builds !== 'neither');
  if (before.result !== 'green') return verdict(`${before.result} WITH ITS GUARD`, before.failures);
  const undo = apply(copy, mutation);
  try {
    if (builds === 'both') await copy.build();
    const after = await runSuites(copy.folder, row, { ...attack, seed, bail: true });
    // A suite that cannot even be loaded proves nothing about the guard.
    if (after.couldNotLoad) return verdict('NOT LOADED', after.failures);
    if (after.result !== 'red') return verdict(`${after.result} WITHOUT ITS GUARD`, ['no test misses the guard']);
    const [failure = ''] = after.failures;
    return { ...verdict('red', []), isGood: true, missedBy: testIn(failure), because: failure };
  } catch (error) {
    return verdict('NOT BUILT', [String(error.message).split('\n')[0]]);
  } finally {
    undo();
  }
}

/** The texts that should be changed and are not there, or not only once. */
function misplaced(copy, mutation) {
  const lost = mutation.edits.flatMap(({ file = mutation.file, from }) => {
    const times = occurrences(copy, file, from);
    return times === 1 ? [] : [`${JSON.stringify(from)} occurs ${times} times in ${file}, instead of once`];
  });
  return mutation.edits.length === 0 ? ['no edit removes it'] : lost;
}

function occurrences(copy, file, text) {
  try {
    return copy.read(file).split(text).length - 1;
  } catch {
    return 0;
  }
}

/** Returns how to put everything back. */
function apply(copy, mutation) {
  const originals = new Map(mutation.edits.map(({ file = mutation.file }) => [file, copy.read(file)]));
  for (const { file = mutation.file, from, to } of mutation.edits) {
    const changed = copy.read(file).replace(from, () => to);
    copy.write(file, changed);
  }
  return () => {
    for (const [file, text] of originals) copy.write(file, text);
  };
}

/** Suites that fail anyway would seem to miss every guard; guards with the same suites need to know that only once. */
function createIntactRuns(copy, seed) {
  const runs = new Map();
  return async (row, attack, needsPrograms) => {
    const key = JSON.stringify([attack, row.named]);
    if (!runs.has(key)) {
      if (needsPrograms) await copy.build();
      runs.set(key, await runSuites(copy.folder, row, { ...attack, seed, bail: true }));
    }
    return runs.get(key);
  };
}

function verdict(result, failures) {
  return { result, missedBy: '', failures, isGood: false };
}

function tell({ result, missedBy, failures }) {
  if (result === 'red') return `it goes red, as it should; missed by "${missedBy}"`;
  return `${result}${failures.length === 0 ? '' : `: ${failures[0]}`}`;
}

function testIn(failure) {
  const [name = ''] = failure.split(': ');
  return name.length > 70 ? `${name.slice(0, 69)}…` : name;
}
