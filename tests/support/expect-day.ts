import { expect } from 'vitest';
import type { coachedDay } from './coached-day.js';

type Day = Pick<Awaited<ReturnType<typeof coachedDay>>, 'cap' | 'books' | 'rows' | 'summary' | 'explained'>;

/** All explanations and the wrap-up were given, and the ledger is that of the API to the millionth of a dollar. */
export function expectDayWithinItsMoney({ cap, books, rows, summary, explained }: Day) {
  const usdOf = (callType?: string) =>
    rows
      .filter((row) => callType === undefined || row.call_type === callType)
      .reduce((sum, { cost_estimate: cost }) => sum + (cost ?? Number.NaN), 0);
  expect(explained.filter((type) => type !== 'explain:response')).toEqual([]);
  expect(summary).toMatchObject({ knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 1, memoriesStored: 2 });
  expect(summary.details?.problems).toEqual([]);
  for (const [callType, microDollars] of books.byCallType) {
    expect(Math.abs(usdOf(callType) * 1e6 - microDollars)).toBeLessThan(1);
  }
  expect(Math.abs(usdOf() * 1e6 - books.microDollars)).toBeLessThan(1);
  const dearest = (callType: string) =>
    Math.max(0, ...rows.filter((row) => row.call_type === callType).map((row) => row.cost_estimate ?? 0));
  expect(usdOf('observer_triage')).toBeLessThan(cap / 4 + dearest('observer_triage'));
  expect(usdOf()).toBeLessThan(cap);
  return {
    ...{ calls: rows.length, requests: books.requests, faults: books.faults, explanations: explained.length },
    ...{ usd: usdOf(), observerUsd: usdOf('observer_triage'), booksUsd: books.microDollars / 1e6 },
  };
}
