import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOutcome } from './read-outcome.mjs';

const MAX_MS = 60 * 60_000;
const COLORS = /\u001b\[[\d;]*m/g;

/** Runs the suites of a row in a tree and counts what they tried. Never rejects: a suite that cannot run is a red row. */
export async function runSuites(tree, row, { environment = {}, seed, bail = false, suites = row.suites }) {
  const started = performance.now();
  const finish = (outcome) => ({ ...outcome, seconds: Math.round((performance.now() - started) / 100) / 10 });
  const absent = suites.filter((suite) => !hasSuite(tree, suite));
  const present = suites.filter((suite) => !absent.includes(suite));
  if (present.length === 0) return finish(red([`there is no suite yet: ${absent.join(', ')}`]));

  const folder = mkdtempSync(path.join(tmpdir(), 'witan-scorecard-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // An interrupt ends the process, and then the `finally` below does not run.
  process.once('exit', removeFolder);
  try {
    const report = path.join(folder, 'vitest.json');
    const counts = path.join(folder, 'cases.jsonl');
    const { code, output } = await runVitest(tree, {
      words: [
        ...present,
        '--reporter=json',
        // A busy machine is slow, not broken; what hangs is still ended.
        '--testTimeout=120000',
        `--outputFile=${report}`,
        ...(bail ? ['--bail=1'] : []),
        ...(row.named === undefined ? [] : ['-t', row.named]),
      ],
      environment: { ...environment, WITAN_SEED: String(seed), WITAN_SCORECARD_FILE: counts },
    });
    if (!existsSync(report)) return finish(red([`the suites did not run: ${lastLines(output)}`]));
    const outcome = readOutcome(report, counts, row.named);
    // An uncaught error belongs to no test, but still ends a program.
    if (code !== 0 && outcome.result !== 'red') return finish({ ...outcome, ...outside(output), absent });
    return finish({ ...outcome, absent });
  } finally {
    process.off('exit', removeFolder);
    removeFolder();
  }
}

function outside(output) {
  const [uncaught] = /^.*\b(?:Error|Exception)\b.*$/m.exec(output.replace(COLORS, '')) ?? [];
  return { result: 'red', failed: 1, failures: [`outside of the tests: ${uncaught?.trim() ?? lastLines(output)}`] };
}

function red(failures) {
  return { result: 'red', cases: 0, failed: 0, skipped: 0, failures, couldNotLoad: true, absent: [] };
}

/** A suite is named by its file, its folder or the beginning of either. */
function hasSuite(tree, suite) {
  if (existsSync(path.join(tree, suite))) return true;
  const folder = path.join(tree, path.dirname(suite));
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(path.basename(suite)));
}

function runVitest(tree, { words, environment }) {
  return new Promise((resolve) => {
    const vitest = path.join(tree, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...words], {
      cwd: tree,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its workers have programs of their own below them: all of them end together.
      detached: true,
    });
    let output = '';
    const listen = (chunk) => {
      output = (output + String(chunk)).slice(-20_000);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    const end = () => endGroup(child.pid);
    const timer = setTimeout(end, MAX_MS);
    // Before their folder is removed.
    process.prependOnceListener('exit', end);
    child.on('error', (error) => listen(error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve({ code, output });
    });
  });
}

function endGroup(leader) {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function lastLines(output) {
  return output.trim().split('\n').slice(-3).join(' | ');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
