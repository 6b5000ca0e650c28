import { expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { essence, QUESTION, voicesProject } from '../runs/voices.js';

const ARGUMENTS = [
  ...['deliberate', QUESTION, '--json', '--challenge', '--rounds', '4'],
  ...['alpha', 'beta', 'gamma'].flatMap((name) => ['-p', `${name}:v1`]),
];
const FIRST_ROUND = ['answered alpha 1 finish', 'answered beta 1 answer', 'answered gamma 1 answer'];
/** Long enough for the second round to be held up before anybody has answered in it. */
const LONGEST_PAUSE_MS = 300;
const askedIn = (log: readonly string[]) => log.filter((line) => line.startsWith('asked '));

it('a debate that is killed in a challenge goes on as one, and asks nobody twice whose answer was in', async () => {
  const whole = voicesProject();
  const { exitCode, stdout } = await whole.start(ARGUMENTS).ended;
  expect(exitCode).toBe(0);
  const expected = JSON.parse(stdout) as DeliberationResult;
  // Three options are tied; one comes round in the second round, and with that the debate is over.
  expect(expected).toMatchObject({
    rounds_completed: 2,
    voting_result: { final_tally: { SQLite: 2, Redis: 1 } },
    integrity: { challenge: { ended: 'SQLite took the lead when the arguments were weighed again' } },
  });

  const project = voicesProject(LONGEST_PAUSE_MS);
  const started = project.start(ARGUMENTS);
  // Everybody is silent from the first word of the challenge on, so that it is killed within it.
  const watch = setInterval(() => {
    const log = project.log();
    if (FIRST_ROUND.every((line) => log.includes(line))) project.hold();
    if (!log.some((line) => /^asked \w+ 2 /.test(line))) return;
    clearInterval(watch);
    started.child.kill('SIGKILL');
  }, 2);
  await started.ended;
  clearInterval(watch);
  project.release();

  const resumed = await project.start(['deliberate', '--resume', '--json']).ended;
  const result = JSON.parse(resumed.stdout) as DeliberationResult;
  expect(essence(result)).toEqual(essence(expected));
  expect(result.integrity.challenge).toEqual(expected.integrity.challenge);
  const asked = askedIn(project.log());
  const timesOf = (place: string) => asked.filter((line) => line === place).length;
  for (const place of asked) expect([place, timesOf(place) <= (/ 2 /.test(place) ? 2 : 1)]).toEqual([place, true]);
}, 60_000);
