import { describe, expect, it } from 'vitest';
import { API_FAULTS, type ApiFault } from '../../support/anthropic-server.js';
import { sessionToWrapUp, WRAP_UP_CALLS } from '../../support/wrapped-up-session.js';

const ALL = { knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 1, memoriesStored: 2 };
const MISSING = {
  knowledge_gap_extraction: { knowledgeGaps: 0, kataSpecs: 0 },
  dreyfus_assessment: { dreyfusUpdates: 0 },
  memory_summarisation: { memoriesStored: 0 },
};

const cases = WRAP_UP_CALLS.flatMap((callType) => API_FAULTS.map((fault) => ({ callType, fault })));

describe.each(cases)('$fault at every $callType', ({ callType, fault }) => {
  it('leaves out what the call was for, stores nothing of it, and completes the session', async () => {
    const { sessions, sessionId, server, store, memory, rows, waiting } = await sessionToWrapUp(limitsFor(fault));
    server.fail(callType, fault);
    await sessions.end();
    const { details, ...summary } = await sessions.wrappedUp(sessionId);
    const counts = { ...ALL, ...MISSING[callType] };
    expect(summary).toMatchObject({ sessionStatus: 'completed', ...counts });
    expect(details?.problems).toHaveLength(1);
    expect((await store.sessions.get(sessionId))?.status).toBe('completed');
    expect({
      knowledgeGaps: (await store.gaps.list()).length,
      kataSpecs: (await store.katas.list()).length,
      dreyfusUpdates: (await store.assessments.list()).length,
      memoriesStored: (await memory.exportMemories()).length,
    }).toEqual(counts);
    expect(await waiting()).toEqual([]);
    expect(sum(await rows())).toEqual(sum(billed(server.calls)));
  });
});

/** A call that hangs ends at its own limit. */
function limitsFor(fault: ApiFault) {
  return fault === 'hang' ? { maxMs: 100 } : {};
}

interface Tokens {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
}

/** What a caller could know of the bill: nothing of an answer that did not arrive whole. */
function billed(calls: readonly { readonly reported: { readonly input: number; readonly output: number } | null }[]) {
  return calls.map(({ reported }) => ({
    input_tokens: reported?.input ?? null,
    output_tokens: reported?.output ?? null,
  }));
}

function sum(tokens: readonly Tokens[]) {
  return {
    input: tokens.reduce((total, { input_tokens }) => total + (input_tokens ?? 0), 0),
    output: tokens.reduce((total, { output_tokens }) => total + (output_tokens ?? 0), 0),
  };
}
