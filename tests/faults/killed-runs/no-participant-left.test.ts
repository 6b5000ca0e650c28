import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { reportCases } from '../../support/report-cases.js';
import { processesWith, waitUntil } from '../../support/running-processes.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { LAUNCHER } from '../../support/serve-session.js';

/** How many runs are killed; the scorecard asks for more. */
const KILLS = Number(process.env.WITAN_KILLS ?? 10);
const ROUNDS = 5;
const CALLS = 3 * ROUNDS;
/** About the time between the calls of one round and those of the next. */
const CALL_MS = 100;
const VOTE = `printf 'It fits.\\n\\nVOTE: {"option":"%s","confidence":0.9,"rationale":"it fits"}\\n' "$3"`;

describe.runIf(process.platform === 'linux')(`a deliberation killed with -9 (${KILLS} times)`, () => {
  it(
    'leaves no participant alive after 5 s, nor what one had started in its own session',
    async () => {
      const checks: Promise<void>[] = [];
      let inTheMiddle = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const project = createProject('sleep 0.05');
        const program = project.deliberate();
        const calls = Math.ceil(Math.random() * CALLS);
        await waitUntil(`${calls} calls were made`, () => project.callCount() >= calls, 60_000);
        await delay(Math.random() * CALL_MS);
        if (program.exitCode === null) inTheMiddle++;
        program.kill('SIGKILL');
        // Once the watcher has ended, anything still alive would stay.
        checks.push(
          waitUntil(
            'no participant and no watcher is left',
            () => project.running().length === 0 && watchersOf(program).length === 0,
            5_000,
          ),
        );
      }
      await Promise.all(checks);
      expect(inTheMiddle).toBeGreaterThan(KILLS / 2);
      reportCases(KILLS);
    },
    60_000 + KILLS * 15_000,
  );

  it('is resumed only after participants that were left alive were ended', async () => {
    const project = createProject(`test -e "$2" || { touch "$2"; sleep 60; }`);
    const program = project.deliberate('--rounds', '1');
    const exited = once(program, 'exit');
    await waitUntil('a participant waits', () => existsSync(project.waiting), 60_000);
    const [watcher = ''] = watchersOf(program);
    process.kill(Number(watcher.trim().split(/\s+/)[1]), 'SIGKILL');
    program.kill('SIGKILL');
    await exited;
    const left = project.running();
    expect(left).not.toEqual([]);

    const resumed = project.resume();
    expect([resumed.status, resumed.stderr]).toEqual([0, expect.anything()]);
    expect(project.running()).toEqual([]);
    reportCases(1);
  }, 120_000);
});

/** A project with three participants, each of which starts a process in its own session and then thinks. */
function createProject(think: string) {
  const folder = scratchFolder('killed');
  const marker = `participant-${randomUUID()}`;
  const calls = path.join(folder, 'calls');
  const waiting = path.join(folder, 'waiting');
  const configFile = path.join(folder, 'given.yaml');
  const script = `cat > /dev/null; echo called >> "$1"; setsid sh -c 'sleep 60; :' "$0" & ${think}; ${VOTE}`;
  const createAdapter = (option: string) => ({
    type: 'cli',
    command: 'sh',
    args: ['-c', script, marker, calls, waiting, option],
    output: 'text',
  });
  // They never agree: a unanimous round would be the last one.
  const adapters = {
    alpha: createAdapter('SQLite'),
    beta: createAdapter('SQLite'),
    gamma: createAdapter('PostgreSQL'),
  };
  const council = {
    summary: 'extractive',
    early_stopping: { enabled: false },
    convergence_detection: { enabled: false },
  };
  // JSON is YAML.
  writeFileSync(configFile, JSON.stringify({ version: '1.0', adapters, council, semantics: { embedding: 'none' } }));

  const env = { PATH: process.env.PATH, HOME: scratchFolder('home') };
  const panel = Object.keys(adapters).flatMap((name) => ['-p', `${name}:v1`]);
  const question = 'Should our job queue use PostgreSQL or SQLite?';
  const command = [LAUNCHER, 'deliberate', '--json', '--config', configFile];
  return {
    callCount: () => (existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').length - 1 : 0),
    waiting,
    running: () => processesWith(marker).filter((line) => !line.includes(LAUNCHER)),
    deliberate: (...options: string[]): ChildProcess =>
      spawn(process.execPath, [...command, question, ...panel, '--rounds', String(ROUNDS), ...options], {
        cwd: folder,
        env,
        stdio: 'ignore',
      }),
    resume: () =>
      spawnSync(process.execPath, [...command, '--resume'], { cwd: folder, env, encoding: 'utf8', timeout: 60_000 }),
  };
}

/** The mark that a watcher is given contains the pid of the process that it watches. */
function watchersOf(program: ChildProcess): string[] {
  return processesWith('witan-watcher').filter((line) => line.includes(`-${program.pid}-`));
}
