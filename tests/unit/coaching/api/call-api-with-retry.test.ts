import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callApiWithRetry } from '../../../../src/coaching/api/call-api-with-retry.js';
import { callApiFixture } from '../../../support/call-api-fixture.js';

const REQUEST = {
  callType: 'explain_this',
  model: 'sonnet',
  systemPrompt: '',
  userMessage: 'x',
  responseSchema: z.object({ key_concepts: z.array(z.string()) }),
  sessionId: null,
} as const;

describe('a call with a retry', () => {
  it('does not ask again after it was given up while it waits', async () => {
    const { callApi, server, rows } = await callApiFixture();
    server.fail('explain_this', '500');
    const giving = new AbortController();
    const asking = callApiWithRetry(callApi, 60_000)({ ...REQUEST, signal: giving.signal });
    await expect.poll(async () => (await rows())[0]?.latency_ms).toBe(-1);
    giving.abort();
    await expect(asking).rejects.toThrow('HTTP 500');
    expect(await rows()).toHaveLength(1);
  });
});
