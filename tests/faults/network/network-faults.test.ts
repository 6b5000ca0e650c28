import { beforeAll, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { HTTP_VENDORS, type HttpVendor, TEST_KEY } from '../../support/http-vendors.js';
import { reportCases } from '../../support/report-cases.js';
import { readSource } from '../../support/source-files.js';
import { adapterName, type Circumstances, deliberateThrough } from './deliberate-through.js';
import { HEALTHY, NETWORK_FAULTS, refusingAfter } from './network-faults.js';

/** Waiting it out is what takes the time of this test. */
const SHORT_SECONDS = 3;
/** The two that are well must have answered by then, however busy the machine is. */
const CAP_SECONDS = 10;
/** A fault that is known immediately should not take this long. */
const LONG_SECONDS = 60;
/**
 * How much later than a control beside it, on the same busy machine, a deliberation may end: for rounding and luck, and
 * for one more try after a pause where the fault may pass.
 */
const LATER_SECONDS = { thanTimer: 2, thanHealthy: 8 };
/** What no person should have to look up. */
const CODES = /\b(E[A-Z]{4,}|UND_ERR|HPE_|ERR_[A-Z]|AbortError|undefined|\[object)/;
const HANGING = NETWORK_FAULTS.filter(({ hangs }) => hangs);

// All of them: WITAN_FAULTS=full. On other days every fault meets a third of the adapters, each a third of the faults.
const isFull = process.env.WITAN_FAULTS === 'full';
const vendorsOf = (fault: string) => {
  const turn = NETWORK_FAULTS.findIndex(({ name }) => name === fault);
  return isFull ? HTTP_VENDORS : HTTP_VENDORS.filter((_, index) => (index + turn) % 3 === 0);
};

type Results = Readonly<Record<string, DeliberationResult>>;
const held = new Map<string, Promise<Results>>();

describe('a council with a participant of each HTTP adapter', { timeout: 120_000 }, () => {
  // Many at once, because most of the time is waiting. Those that end by a short deadline come after the others, so
  // that they are late by their fault and not because this process is busy.
  beforeAll(async () => {
    start('healthy', HTTP_VENDORS, { fault: HEALTHY, timeout: LONG_SECONDS });
    for (const fault of NETWORK_FAULTS) {
      if (!fault.hangs) start(fault.name, vendorsOf(fault.name), { ...fault, timeout: LONG_SECONDS });
    }
    await Promise.allSettled(held.values());
    start('timer', HTTP_VENDORS, { fault: refusingAfter(SHORT_SECONDS), timeout: LONG_SECONDS });
    for (const fault of HANGING) {
      const vendors = vendorsOf(fault.name);
      start(fault.name, vendors, { ...fault, timeout: SHORT_SECONDS });
      start(capped(fault.name), vendors, { ...fault, timeout: LONG_SECONDS, cap: CAP_SECONDS });
    }
  }, 180_000);

  it('hears all participants while the network works', async () => {
    for (const result of Object.values(await resultsOf('healthy'))) {
      expect(result.integrity.missing).toEqual([]);
      expect(result.status).toBe('complete');
    }
  });

  it.each(NETWORK_FAULTS)(
    'decides by the others, and says why, when its server $name',
    async ({ name, named, hangs }) => {
      const results = await resultsOf(name);
      expect(Object.keys(results)).toEqual(vendorsOf(name).map(({ title }) => title));
      for (const [title, result] of Object.entries(results)) {
        expect(result.status, title).toBe('partial');
        expect(result.integrity.quorum, title).toMatchObject({ voters: 2, met: true });
        expect(result.integrity.missing, title).toEqual([
          { participant: expect.stringContaining('@'), reason: expect.stringMatching(named) },
        ]);
        if (!hangs) expect(result.cost.seconds, title).toBeLessThan(await latestEndAtOnce());
        const [missing] = result.integrity.missing;
        expect(missing?.participant, title).not.toContain('@demo');
        expect(missing?.reason, title).not.toMatch(CODES);
        expect(JSON.stringify(result), title).not.toContain(TEST_KEY);
      }
      reportCases(Object.keys(results).length);
    },
  );

  it.each(HANGING)('ends at the deadline of the call, as by a bare timer, when its server $name', async ({ name }) => {
    const results = await resultsOf(name);
    const latest = await latestEnd(SHORT_SECONDS);
    for (const [title, { cost }] of Object.entries(results)) {
      expect(cost.seconds, title).toBeGreaterThanOrEqual(SHORT_SECONDS);
      expect(cost.seconds, title).toBeLessThan(latest);
    }
    reportCases(Object.keys(results).length);
  });

  it.each(HANGING)('ends by its own cap when its server $name and the adapter would wait on', async ({ name }) => {
    const results = await resultsOf(capped(name));
    const latest = await latestEnd(CAP_SECONDS);
    for (const [title, { integrity, cost }] of Object.entries(results)) {
      expect(cost.seconds, title).toBeLessThan(latest);
      const [missing, ...others] = integrity.missing;
      expect(others, title).toEqual([]);
      expect(missing?.reason, title).toMatch(/^timed out after \d/);
      expect(integrity.warnings.join(' '), title).toContain(`the time cap of ${CAP_SECONDS} s was reached`);
    }
    reportCases(Object.keys(results).length);
  });
});

describe('the HTTP adapters', () => {
  it('are all covered by this test', () => {
    const [, list = ''] = /const HTTP_ADAPTERS[^{]*\{([^}]*)\}/.exec(readSource('adapters/registry.ts')) ?? [];
    const names = [...list.matchAll(/^ *(\w+):/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThanOrEqual(6);
    expect(names.filter((name) => !HTTP_VENDORS.some((vendor) => adapterName(vendor) === name))).toEqual([]);
  });

  it('meet at least twelve kinds of fault', () => {
    expect(NETWORK_FAULTS.length).toBeGreaterThanOrEqual(12);
  });
});

function start(name: string, vendors: readonly HttpVendor[], circumstances: Circumstances): void {
  const results = deliberateThrough(vendors, circumstances);
  // `resultsOf` reports it; until then it must not count as an unhandled rejection.
  results.catch(() => undefined);
  held.set(name, results);
}

async function resultsOf(name: string): Promise<Results> {
  const results = await held.get(name);
  if (results === undefined) throw new Error(`no deliberation was held for: ${name}`);
  return results;
}

/** When a deliberation with this deadline must have ended: by a timer alone it would have been this late, too. */
async function latestEnd(deadline: number): Promise<number> {
  const control = await resultsOf('timer');
  for (const { integrity } of Object.values(control)) expect(integrity.missing[0]?.reason).toContain('it is time');
  const lateness = Math.max(0, longest(control) - SHORT_SECONDS);
  return deadline + lateness + LATER_SECONDS.thanTimer;
}

async function latestEndAtOnce(): Promise<number> {
  return longest(await resultsOf('healthy')) + LATER_SECONDS.thanHealthy;
}

function longest(results: Results): number {
  return Math.max(...Object.values(results).map(({ cost }) => cost.seconds));
}

function capped(name: string): string {
  return `${name}, with a cap`;
}
