import { describe, expect, it } from 'vitest';
import { API_FAULTS, type ApiFault } from '../../../support/anthropic-server.js';
import { memory, pipelineFixture, REQUEST } from '../../../support/pipeline-fixture.js';

/** These say how many tokens were used; of the others nothing is known, or nothing was used. */
const IS_INTERRUPTED: ReadonlySet<ApiFault> = new Set(['reset', 'hang', 'cut body']);

async function runWith(callType: 'memory_retrieval_filter' | 'coach_agent', fault: ApiFault) {
  const made = await pipelineFixture({ timeoutMs: fault === 'hang' ? 100 : 10_000 });
  made.memories.push(memory('x'));
  await made.sessions.start({ issueNumber: 7 });
  made.server.fail(callType, fault);
  const outcome = await made.pipeline.run(REQUEST).catch((error: unknown) => error);
  return { ...made, outcome };
}

describe.each(API_FAULTS)('%s', (fault) => {
  it('of the coach: the pipeline fails, nothing is stored, and the ledger is true', async () => {
    const { outcome, stored, keptSteps, server, calls, workbench } = await runWith('coach_agent', fault);
    expect(outcome).toBeInstanceOf(Error);
    expect(await stored()).toEqual({ plans: [], phases: [], hints: [] });
    expect(await keptSteps()).toEqual([]);
    expect(await workbench.queries.selectFrom('plan_runs').selectAll().execute()).toEqual([]);
    expectTrueLedger(await calls(), server.calls, fault);
  });

  it('of the filter: the plan has no memories, and the ledger is true', async () => {
    const { outcome, stored, keptSteps, server, calls } = await runWith('memory_retrieval_filter', fault);
    expect(outcome).toMatchObject({ memoryConnection: null, isDemo: false });
    expect((await stored()).plans).toHaveLength(1);
    expect(await keptSteps()).toEqual([]);
    expectTrueLedger(await calls(), server.calls, fault);
  });
});

type Pipeline = Awaited<ReturnType<typeof pipelineFixture>>;

/** A row has the tokens of all its tries, as far as the API reported them. */
function expectTrueLedger(
  rows: Awaited<ReturnType<Pipeline['calls']>>,
  served: Pipeline['server']['calls'],
  fault: ApiFault,
) {
  for (const [model, callType] of new Map(served.map((call) => [call.model, call.callType]))) {
    const tries = served.filter((call) => call.model === model);
    const row = rows.find((candidate) => candidate.model === model);
    const hasFailed = tries.some((call) => call.fault !== undefined);
    const sum = (key: 'input' | 'output') => tries.reduce((total, { reported }) => total + (reported?.[key] ?? 0), 0);
    const isUnknown = hasFailed && IS_INTERRUPTED.has(fault);
    expect(row).toMatchObject({
      call_type: callType,
      latency_ms: hasFailed ? -1 : expect.any(Number),
      input_tokens: isUnknown ? null : sum('input'),
      output_tokens: isUnknown ? null : sum('output'),
    });
    // A failed request without figures is not billed.
    expect(row?.cost_estimate).toEqual(isUnknown ? 0 : expect.any(Number));
  }
  expect(new Set(served.map(({ model }) => model)).size).toBe(rows.length);
}
