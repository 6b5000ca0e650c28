import { expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { essence, QUESTION, scriptedProject } from '../runs/scripted-project.js';

const ARGUMENTS = [
  ...['deliberate', QUESTION, '--json', '--challenge', '--rounds', '4'],
  ...['alpha', 'beta', 'gamma'].flatMap((name) => ['-p', `${name}:v1`]),
];
const FIRST_ROUND = ['answered alpha 1 finish', 'answered beta 1 answer', 'answered gamma 1 answer'];
/** With this one every voice takes its time in the second round: long enough to be held up before it answers. */
const MAX_PAUSE_MS = 1_592;
const ofSecondRound = (what: 'asked' | 'answered') => (line: string) => new RegExp(`^${what} \\w+ 2 `).test(line);

it('a debate that is killed in a challenge continues as one, and asks no participant twice that had answered', async () => {
  const whole = scriptedProject();
  const { exitCode, stdout } = await whole.start(ARGUMENTS).ended;
  expect(exitCode).toBe(0);
  const expected = JSON.parse(stdout) as DeliberationResult;
  // Three options are tied; one comes round in the second round, and with that the debate is over.
  expect(expected).toMatchObject({
    rounds_completed: 2,
    voting_result: { final_tally: { SQLite: 2, Redis: 1 } },
    integrity: { challenge: { ended: 'SQLite took the lead when the arguments were weighed again' } },
  });

  const project = scriptedProject(MAX_PAUSE_MS);
  const started = project.start(ARGUMENTS);
  // All participants are silent from the start of the challenge on, so that it is killed within it.
  const watch = setInterval(() => {
    const log = project.log();
    if (FIRST_ROUND.every((line) => log.includes(line))) project.hold();
    if (!log.some(ofSecondRound('asked'))) return;
    clearInterval(watch);
    started.child.kill('SIGKILL');
  }, 2);
  await started.ended;
  clearInterval(watch);
  // Otherwise there was nothing to go on with, and the rest would show nothing.
  expect(started.child.signalCode).toBe('SIGKILL');
  const before = project.log();
  expect(before.filter(ofSecondRound('asked'))).not.toEqual([]);
  expect(before.filter(ofSecondRound('answered'))).toEqual([]);
  project.release();

  const resumed = await project.start(['deliberate', '--resume', '--json']).ended;
  const result = JSON.parse(resumed.stdout) as DeliberationResult;
  expect(essence(result)).toEqual(essence(expected));
  expect(result.integrity.challenge).toEqual(expected.integrity.challenge);
  const asked = project.log().filter((line) => line.startsWith('asked '));
  const timesOf = (folders: string) => asked.filter((line) => line === folders).length;
  for (const folders of before.filter(ofSecondRound('asked')))
    expect([folders, timesOf(folders)]).toEqual([folders, 2]);
  for (const folders of asked)
    expect([folders, timesOf(folders) <= (/ 2 /.test(folders) ? 2 : 1)]).toEqual([folders, true]);
}, 60_000);
