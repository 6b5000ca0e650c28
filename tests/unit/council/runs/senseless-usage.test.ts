import { describe, expect, it } from 'vitest';
import type { Usage } from '../../../../src/models/index.js';
import { requestIn, roundOf, steady } from '../../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { answered, type Script, untilAborted, vote } from '../../../support/scripted-council.js';

const SENSELESS = [Number.NaN, -1, Number.POSITIVE_INFINITY];

/** Cancelled while the second participant thinks about round 2; the first one's tool tells this of every call. */
async function interruptedWith(project: RecordedProject, one: Script): Promise<string> {
  const controller = new AbortController();
  const opened = await project.open({
    one,
    two: (request, call) => {
      if (roundOf(request) === 1) return steady('SQLite')(request, call);
      queueMicrotask(() => controller.abort());
      return untilAborted(request);
    },
  });
  const { deliberation_id: id } = await opened.council.deliberate(requestIn(project), { signal: controller.signal });
  await opened.close();
  project.asked.length = 0;
  return id;
}

const telling =
  (usage: Usage): Script =>
  () =>
    answered(vote('PostgreSQL'), usage);

describe('a tool that reports an impossible figure', () => {
  it.each(
    SENSELESS.flatMap((figure) => [
      { inputTokens: figure, outputTokens: 5 },
      { inputTokens: 9, outputTokens: figure },
      { inputTokens: 9, outputTokens: 5, costUsd: figure },
      { inputTokens: 9, outputTokens: 5, requests: figure },
    ]),
  )('is treated as if it had reported none, and the run is continued and replayed: %j', async (usage) => {
    const project = recordedProject();
    const id = await interruptedWith(project, telling(usage));
    const opened = await project.open({ one: telling(usage), two: steady('SQLite') });
    const result = await opened.council.resume({ deliberation_id: id });
    expect([result.status, project.asked]).toEqual(['complete', ['two']]);
    const isLengthKnown = usage.inputTokens === 9 && usage.outputTokens === 5;
    expect(result.cost.by_participant).toContainEqual(
      expect.objectContaining({
        participant: 'm@one',
        calls: 2,
        retries: 0,
        input_tokens: isLengthKnown ? 18 : 'unknown',
        output_tokens: isLengthKnown ? 10 : 'unknown',
        usd: 'unknown',
      }),
    );
    expect(await opened.runs.replay(id)).toMatchObject({ identical: true, differences: [] });
    expect((await opened.store.pastCalls('one', 'm'))?.calls).toBeGreaterThan(0);
    await opened.close();
  });
});
