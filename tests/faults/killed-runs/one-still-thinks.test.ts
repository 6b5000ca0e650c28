import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { HEARTBEAT_MS } from '../../../src/council/runs/owner.js';
import { chooseDriver } from '../../../src/storage/drivers/choose-driver.js';
import { memoryOf } from '../../support/project-memory.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { LAUNCHER } from '../../support/serve-session.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const VOTE = `printf 'Small is fine.\\n\\nVOTE: {"option":"SQLite","confidence":0.9,"rationale":"small"}\\n'`;

it('keeps what was answered while one participant still thinks, and after a kill asks that one alone', async () => {
  const folder = scratchFolder('one-still-thinks');
  const [log, leave] = [path.join(scratchFolder('calls'), 'log'), path.join(scratchFolder('leave'), 'given')];
  // A participant that survives the kill ends when the file exists, and in any case after a minute.
  const think = `for turn in $(seq 600); do test -e ${leave} && break; sleep 0.1; done`;
  const configFile = configure(folder, {
    alpha: `echo alpha >> ${log}; ${VOTE}`,
    beta: `echo beta >> ${log}; ${VOTE}`,
    gamma: `echo gamma >> ${log}; ${think}; ${VOTE}`,
  });
  const home = scratchFolder('home');
  const environment = { PATH: process.env.PATH, HOME: home };
  const seats = ['alpha', 'beta', 'gamma'].flatMap((name) => ['-p', `${name}:v1`]);
  const words = [LAUNCHER, 'deliberate', QUESTION, '--json', '--rounds', '1', ...seats, '--config', configFile];
  const first = spawn(process.execPath, words, { cwd: folder, env: environment, stdio: 'ignore' });
  const ended = once(first, 'exit');
  try {
    const stored = await vi.waitUntil(() => twoAnswers(memoryOf(folder, home)), { timeout: 60_000, interval: 50 });
    // By the answers themselves, not by the sign of life that a program gives now and then.
    expect(stored.afterMs).toBeLessThan(HEARTBEAT_MS / 3);
  } finally {
    first.kill('SIGKILL');
    await ended;
    writeFileSync(leave, '');
  }

  const resumed = spawnSync(process.execPath, [LAUNCHER, 'deliberate', '--resume', '--json', '--config', configFile], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([resumed.status, resumed.stderr]).toEqual([0, expect.anything()]);
  const result = JSON.parse(resumed.stdout) as DeliberationResult;
  expect(result).toMatchObject({ status: 'complete', voting_result: { final_tally: { SQLite: 3 } } });
  expect(readFileSync(log, 'utf8').trim().split('\n').sort()).toEqual(['alpha', 'beta', 'gamma', 'gamma']);
  reportCases(1);
}, 150_000);

function configure(folder: string, scripts: Readonly<Record<string, string>>): string {
  const adapters = Object.fromEntries(
    Object.entries(scripts).map(([name, script]) => [
      name,
      { type: 'cli', command: 'sh', args: ['-c', `cat > /dev/null; ${script}`], output: 'text', timeout: 120 },
    ]),
  );
  const file = path.join(folder, 'given.yaml');
  // JSON is YAML.
  const council = { summary: 'extractive' };
  writeFileSync(file, JSON.stringify({ version: '1.0', adapters, council, semantics: { embedding: 'none' } }));
  return file;
}

/** How long after the second answer both were on the disk; undefined while they are not. */
function twoAnswers(memory: string): { readonly afterMs: number } | undefined {
  const file = path.join(memory, 'runs.db');
  if (!existsSync(file)) return undefined;
  const connection = chooseDriver().open(file, { readOnly: true });
  try {
    const [row] = connection.prepare(TWO_ANSWERS).all([]);
    return row === undefined
      ? undefined
      : { afterMs: Date.parse(String(row.stored)) - Date.parse(String(row.answered)) };
  } catch {
    // The tables are not there yet.
    return undefined;
  } finally {
    connection.close();
  }
}

const TWO_ANSWERS = `
  SELECT max(calls.answered_at) AS answered, runs.updated_at AS stored FROM calls JOIN runs ON runs.id = calls.run
  WHERE calls.state = 'answered' GROUP BY runs.id HAVING count(*) = 2`;
