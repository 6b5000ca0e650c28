import { describe, expect, it } from 'vitest';
import { API_FAULTS } from '../../support/anthropic-server.js';
import { dashboardFixture, recommendation } from '../../support/dashboard-fixture.js';

const PAGE = { url: 'https://docs.example/closures', title: 'Closures' };

async function withGap(changed: Parameters<typeof dashboardFixture>[1] = {}) {
  const made = await dashboardFixture({}, changed);
  const { server, data, sessionId } = made;
  await data.store.gaps.record({ sessionId, topic: 'closures', severity: 'high', evidence: '', relatedConcepts: [] });
  server.sources = [PAGE];
  server.answer('learning_materials', { recommendations: [recommendation('closures', [PAGE.url])] });
  return made;
}

/** Both are asked; one of them meets the fault at every call. */
async function loadWith(callType: 'issue_assessment' | 'learning_materials', fault: (typeof API_FAULTS)[number]) {
  const made = await withGap({ maxMs: 3_000, timeoutMs: 2_000 });
  made.server.fail(callType, fault);
  await made.load();
  return made;
}

it('causes no paid call by 100 reloads of the dashboard, also after a restart', async () => {
  const { load, server, rows, anotherRun, types } = await withGap();
  await load();
  for (let count = 0; count < 50; count++) await load();
  const restarted = anotherRun();
  for (let count = 0; count < 50; count++) await load('all', restarted);
  expect(server.calls).toHaveLength(2);
  expect(await rows()).toHaveLength(2);
  expect(types().filter((type) => type === 'dashboard:issues')).toHaveLength(101);
}, 120_000);

describe.each([
  ['12.6', 'issue_assessment', 'dashboard:issues_error', 'dashboard:materials'],
  ['12.7', 'learning_materials', 'dashboard:materials_error', 'dashboard:issues'],
] as const)('%s: %s that fails', (_scenario, callType, failed, other) => {
  it.each(API_FAULTS)(
    'is one sentence, leaves the rest alone and is in the ledger as it was billed (%s)',
    async (fault) => {
      const { types, payloadOf, rows, server } = await loadWith(callType, fault);
      expect(types()).toContain(failed);
      expect(types()).toContain(other);
      expect(payloadOf(failed)).toEqual({ error: expect.stringMatching(/^[^\n]{20,500}$/) });
      const calls = (await rows()).filter(({ call_type }) => call_type === callType);
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.every(({ latency_ms }) => latency_ms === -1)).toBe(true);
      const billed = server.callsOf(callType).flatMap(({ reported }) => reported ?? []);
      const isKnown = calls.every(({ input_tokens }) => input_tokens !== null);
      const sum = (field: 'input_tokens' | 'output_tokens') =>
        calls.reduce((total, row) => total + (row[field] ?? 0), 0);
      if (isKnown) {
        expect(sum('input_tokens')).toBe(billed.reduce((total, { input }) => total + input, 0));
        expect(sum('output_tokens')).toBe(billed.reduce((total, { output }) => total + output, 0));
      } else expect(billed).toEqual([]);
    },
  );

  it.each(['500', 'reset'] as const)('is asked once more after a failure that may pass (%s)', async (fault) => {
    const { rows } = await loadWith(callType, fault);
    expect((await rows()).filter(({ call_type }) => call_type === callType)).toHaveLength(2);
  });

  it.each(['refusal', 'max_tokens', 'wrong schema'] as const)('is not asked again after %s', async (fault) => {
    const { rows } = await loadWith(callType, fault);
    expect((await rows()).filter(({ call_type }) => call_type === callType)).toHaveLength(1);
  });
});
