import { describe, expect, it } from 'vitest';
import { API_FAULTS, type ApiFault } from '../../../support/anthropic-server.js';
import { observerFixture, WRONG_FILE } from '../../../support/observer-fixture.js';

/** Of these nothing is known about the tokens that were used. */
const IS_INTERRUPTED: ReadonlySet<ApiFault> = new Set(['reset', 'hang', 'cut body']);

describe.each(API_FAULTS)('%s', (fault) => {
  it('10.14: of the triage sends no nudge, the ledger is true, and the observer continues', async () => {
    const made = await observerFixture({ timeoutMs: fault === 'hang' ? 100 : 10_000 });
    const { server, open, nudges, rows, ledger, calls, observer } = made;
    server.answer('observer_triage', WRONG_FILE);
    server.fail('observer_triage', fault);
    await open('src/price.ts');
    expect(nudges()).toEqual([]);
    expect(await rows('nudge_sent', 'nudge_suppressed')).toEqual([]);
    expect(await observer.pending()).toBeNull();
    for (const row of await ledger()) {
      const tries = calls().filter(({ model }) => model === row.model);
      const sum = (key: 'input' | 'output') => tries.reduce((total, { reported }) => total + (reported?.[key] ?? 0), 0);
      const isUnknown = IS_INTERRUPTED.has(fault);
      expect(row).toMatchObject({
        call_type: 'observer_triage',
        latency_ms: -1,
        input_tokens: isUnknown ? null : sum('input'),
        output_tokens: isUnknown ? null : sum('output'),
      });
      // A failed request without figures is not billed.
      expect(row.cost_estimate).toEqual(isUnknown ? 0 : expect.any(Number));
    }
    expect(await ledger()).toHaveLength(new Set(calls().map(({ model }) => model)).size);

    server.fail('observer_triage', fault, 0);
    await open('src/price.ts');
    expect(nudges()).toHaveLength(1);
  });
});
