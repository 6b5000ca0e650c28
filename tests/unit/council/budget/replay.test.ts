import { expect, it } from 'vitest';
import { recordedProject } from '../../../support/recorded-council.js';
import { answered, type Script, vote } from '../../../support/scripted-council.js';

const saying =
  (option: string): Script =>
  () =>
    answered(vote(option, { confidence: 0.9 }), { inputTokens: 1_000, outputTokens: 1_000, costUsd: 0.03 });

it.each([
  ['kept the others from being asked', { cheapest_first: true, max_cost_usd: 0.05 }, 2],
  ['left no room for another round', { max_cost_usd: 0.1 }, 3],
  ['was passed', { mode: 'quick', max_cost_usd: 0.05 }, 3],
] as const)('replays a recorded deliberation identically if the cap %s', async (_, more, calls) => {
  const project = recordedProject();
  const opened = await project.open({ one: saying('SQLite'), two: saying('PostgreSQL'), three: saying('SQLite') });
  const result = await opened.council.deliberate({
    question: 'Should our job queue use PostgreSQL or SQLite?',
    participants: ['one', 'two', 'three'].map((cli) => ({ cli })),
    rounds: 3,
    working_directory: project.folder,
    ...more,
  });
  expect(result.cost.calls).toBe(calls);
  expect(result.integrity.warnings.join('\n')).toContain('the cost cap of');
  expect(await opened.runs.replay(result.deliberation_id)).toMatchObject({ identical: true, differences: [] });
  await opened.close();
});
