import { expect, it } from 'vitest';
import { spawnCoach } from '../../support/coach-program.js';
import { createEmptyMachine } from '../cli-program.js';

it('two commands at the same time start one coach, and both print its address', { timeout: 60_000 }, async () => {
  const machine = createEmptyMachine();
  const programs = [1, 2].map(() => spawnCoach({ machine, args: ['--no-open'] }));
  await Promise.all(programs.map((program) => program.prints('Page    ')));
  const addresses = programs.map(
    (program) => /Page {4}(http:\/\/127\.0\.0\.1:\d+)\/coach#k=/.exec(program.printed())?.[1],
  );
  expect(addresses[0]).toBeDefined();
  expect(addresses[1]).toBe(addresses[0]);
  await expect.poll(() => programs.filter((program) => program.printed().includes('ready on port')).length).toBe(1);
  const other = programs.find((program) => !program.printed().includes('ready on port'));
  expect(await other?.end()).toBe(0);
  expect(other?.printed()).toContain('it is served by the coach that runs already');
});
