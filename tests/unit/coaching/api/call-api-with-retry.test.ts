import { describe, expect, it } from 'vitest';
import type { CallApi } from '../../../../src/coaching/api/call-api.js';
import { callApiWithRetry } from '../../../../src/coaching/api/call-api-with-retry.js';
import { ApiCallError, type CallApiOptions } from '../../../../src/coaching/index.js';
import { responseSchema } from '../../../../src/coaching/prompts/issue-assessment.js';
import { API_FAULTS } from '../../../support/anthropic-server.js';
import { callApiFixture } from '../../../support/call-api-fixture.js';

const OPTIONS: CallApiOptions<unknown> = {
  ...{ callType: 'issue_assessment', model: 'sonnet', systemPrompt: 'Choose.', userMessage: 'Issues.' },
  ...{ responseSchema, sessionId: null },
};
const ONE_ANSWER = { issues: [] };
const PASSING = ['429 with Retry-After', '429', '529', '500', 'reset', 'cut body', 'no text'];

async function fixture() {
  const made = await callApiFixture({ maxMs: 1_000 });
  made.server.answer('issue_assessment', ONE_ANSWER);
  return { ...made, ask: callApiWithRetry(made.callApi, 1) };
}

describe('a call with a retry', () => {
  it.each(API_FAULTS)('11.4: is asked again only if the failure may pass (%s)', async (fault) => {
    const { ask, server, rows } = await fixture();
    server.fail('issue_assessment', fault);
    await expect(ask(OPTIONS)).rejects.toBeInstanceOf(ApiCallError);
    // Without the model, the next one of its tier was asked and recorded.
    const calls = PASSING.includes(fault) || fault === '404 model' ? 2 : 1;
    expect(await rows()).toHaveLength(calls);
  });

  it('11.4: gives the second answer, and both calls are in the ledger', async () => {
    const { ask, server, rows } = await fixture();
    // The adapter itself tries three times.
    server.fail('issue_assessment', '500', 3);
    expect(await ask(OPTIONS)).toEqual(ONE_ANSWER);
    expect(await rows()).toMatchObject([{ latency_ms: -1 }, { call_type: 'issue_assessment', input_tokens: 103 }]);
  });

  it('is not repeated after the caller gave it up', async () => {
    const ending = new AbortController();
    let calls = 0;
    const failing: CallApi = async () => {
      calls++;
      ending.abort();
      throw new ApiCallError('failed', { kind: 'server_error', status: 500, detail: '' });
    };
    const ask = callApiWithRetry(failing, 60_000);
    await expect(ask({ ...OPTIONS, signal: ending.signal })).rejects.toThrow('failed');
    expect(calls).toBe(1);
  });
});
