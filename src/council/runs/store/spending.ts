import { costOf, type Usage } from '../../../models/index.js';
import type { ReadConnection } from '../../../storage/index.js';
import type { Forecast } from '../../budget/forecast.js';
import type { Range } from '../../contract/estimate.js';
import type { RecordedSeat } from '../../panel/seat.js';
import { RECORD } from '../../record/record-keys.js';

/** What recorded deliberations have cost since a day. Calls of unknown price are counted apart, never as zero. */
export interface Spending {
  readonly total: Spent;
  /** Oldest first, only days with calls; as `2026-11-17`, in UTC. */
  readonly days: readonly (Spent & { readonly day: string })[];
  /** The most expensive first. */
  readonly models: readonly (Spent & { readonly model: string })[];
  /** Latest first. */
  readonly deliberations: readonly SpentOnDeliberation[];
}

interface Spent {
  readonly calls: number;
  readonly usd: number;
  readonly unknownCalls: number;
}

interface SpentOnDeliberation extends Spent {
  readonly id: string;
  readonly question: string;
  readonly startedAt: string;
  /** What was expected before the first call. */
  readonly estimate: Range | 'unknown';
}

export function readSpending(connection: ReadConnection, since: Date): Spending {
  const runs = connection.all<RunRow>(
    `SELECT runs.id, question, seats, started_at, facts.value AS forecast FROM runs
     LEFT JOIN facts ON facts.run = runs.id AND facts.key = ?
     WHERE started_at >= ? ORDER BY started_at DESC, runs.id DESC`,
    [RECORD.forecast.name, since.toISOString()],
  );
  const calls = connection.all<CallRow>(
    `SELECT run, participant, asked_at, coalesce(late_usage, usage) AS usage FROM calls
     WHERE asked_at IS NOT NULL AND run IN (SELECT id FROM runs WHERE started_at >= ?)`,
    [since.toISOString()],
  );
  const seats = new Map(runs.map((run) => [run.id, JSON.parse(run.seats) as RecordedSeat[]]));
  const priced = calls.map((call) => {
    const price = seats.get(call.run)?.find((seat) => seat.participant === call.participant)?.price;
    const usd = call.usage === null ? undefined : costOf(JSON.parse(call.usage) as Usage, price);
    return { run: call.run, day: call.asked_at.slice(0, 10), model: call.participant.replace(/#\d+$/, ''), usd };
  });
  const byRun = sumBy(priced, ({ run }) => run);
  return {
    total: sum(priced),
    days: [...sumBy(priced, ({ day }) => day)]
      .map(([day, spent]) => ({ day, ...spent }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    models: [...sumBy(priced, ({ model }) => model)]
      .map(([model, spent]) => ({ model, ...spent }))
      .sort((a, b) => b.usd - a.usd || b.calls - a.calls),
    deliberations: runs.map(({ id, question, started_at: startedAt, forecast }) => ({
      id,
      question,
      startedAt,
      estimate: forecast === null ? 'unknown' : (JSON.parse(forecast) as Forecast).estimate.usd,
      ...(byRun.get(id) ?? NOTHING),
    })),
  };
}

interface RunRow {
  readonly id: string;
  readonly question: string;
  readonly seats: string;
  readonly started_at: string;
  readonly forecast: string | null;
}

interface CallRow {
  readonly run: string;
  readonly participant: string;
  readonly asked_at: string;
  readonly usage: string | null;
}

const NOTHING: Spent = { calls: 0, usd: 0, unknownCalls: 0 };

interface PricedCall {
  readonly usd: number | undefined;
}

function sum(calls: readonly PricedCall[]): Spent {
  const known = calls.flatMap(({ usd }) => usd ?? []);
  return { calls: calls.length, usd: known.reduce((a, b) => a + b, 0), unknownCalls: calls.length - known.length };
}

function sumBy<Call extends PricedCall>(calls: readonly Call[], keyOf: (call: Call) => string): Map<string, Spent> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(keyOf(call));
    if (group === undefined) groups.set(keyOf(call), [call]);
    else group.push(call);
  }
  return new Map([...groups].map(([key, group]) => [key, sum(group)]));
}
