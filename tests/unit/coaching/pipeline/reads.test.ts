import { expect, it, vi } from 'vitest';
import { memory, pipelineFixture, REQUEST } from '../../../support/pipeline-fixture.js';

it.each([true, false])('lists the files and redacts the plan once (without a model: %s)', async (hasNoModel) => {
  const { pipeline, sessions, view, memories } = await pipelineFixture({ hasNoModel });
  memories.push(memory('Lost lines in the parser'));
  await sessions.start({ issueNumber: 7 });
  const listed = vi.spyOn(view, 'listFiles');
  const redacted = vi.spyOn(view, 'redact');
  await pipeline.run(REQUEST);
  expect(listed).toHaveBeenCalledTimes(1);
  const ofPlan = redacted.mock.calls.filter(([value]) => JSON.stringify(value).includes('Read src/cart.ts'));
  expect(ofPlan).toHaveLength(1);
});
