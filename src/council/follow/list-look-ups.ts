import { getKey } from '../evidence/choose-requests.js';
import { describeRequest } from '../evidence/format-request.js';
import { findToolRequests } from '../evidence/parse-tool-requests.js';
import { digest } from '../record/record-keys.js';
import type { RunRecord } from '../runs/store/run-record.js';
import type { RecordedFacts } from './recorded-facts.js';

/** One look at the project. Its output is read apart, by round and key. */
export interface LookUp {
  readonly round: number;
  readonly key: string;
  readonly askedBy: readonly string[];
  readonly tool: string;
  /** The tool and its arguments on one line. */
  readonly request: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** Characters of the output; 0 without one. */
  readonly length: number;
  /** Why there is no output; null where there is. */
  readonly error: string | null;
}

/** In the order in which they were run. */
export function listLookUps(record: RunRecord, facts: RecordedFacts): LookUp[] {
  const runs = facts.toolRuns().map((run) => {
    const askers = facts.askers(run.round);
    return { ...run, askedBy: askers?.get(run.key), index: [...(askers?.keys() ?? [])].indexOf(run.key) };
  });
  // As the engine lists them; until the round has ended, by their start.
  runs.sort((a, b) => a.round - b.round || a.index - b.index || (a.startedAt < b.startedAt ? -1 : 1));
  return runs.map(({ round, key, askedBy, tool, arguments: given, outcome, startedAt, durationMs }) => ({
    round,
    key,
    askedBy: askedBy ?? askersSoFar(record, round, key),
    tool,
    request: describeRequest(tool, given),
    startedAt,
    durationMs,
    length: outcome.ok ? outcome.value.text.length : 0,
    error: outcome.ok ? null : outcome.error,
  }));
}

/** While a round runs: whose answer has the request. */
function askersSoFar({ calls }: RunRecord, round: number, key: string): string[] {
  const askers = calls.filter(
    (call) =>
      call.round === round &&
      call.phase === 'turn' &&
      call.answer !== null &&
      findToolRequests(call.answer).found.some((request) => digest(getKey(request)) === key),
  );
  return [...new Set(askers.map(({ participant }) => participant))];
}
