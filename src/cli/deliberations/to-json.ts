import type { RecordedCall, RunEntry, RunRecord } from '../../council/index.js';

/** With the field names of all JSON output. */
export function entryToJson(entry: RunEntry): object {
  return {
    deliberation_id: entry.id,
    status: entry.status,
    question: entry.question,
    started_at: entry.startedAt,
    updated_at: entry.updatedAt,
    active_seconds: Math.round(entry.activeMs / 100) / 10,
    participants: entry.participants,
    round: entry.round,
    rounds: entry.rounds,
    calls: entry.calls,
    cost: { known_usd: entry.cost.usd, calls_of_unknown_cost: entry.cost.unknownCalls },
    winning_option: entry.winner,
    ended_by: entry.endedBy,
    pid: entry.pid,
    fully_recorded: entry.isWhole,
    damage: entry.damage,
  };
}

/** With the prompt of each call. */
export function recordToJson(record: RunRecord, prompts: readonly string[]): object {
  const { setup, status, version, updatedAt, activeMs, endedBy, result, isWhole, calls } = record;
  return {
    deliberation_id: setup.deliberationId,
    status,
    version,
    question: setup.request.question,
    started_at: setup.startedAt,
    updated_at: updatedAt,
    active_seconds: Math.round(activeMs / 100) / 10,
    participants: setup.seats.map(({ participant }) => participant),
    ended_by: endedBy,
    fully_recorded: isWhole,
    calls: calls.map((call, index) => callToJson(call, prompts[index] ?? '')),
    result,
  };
}

function callToJson(call: RecordedCall, prompt: string): object {
  const { phase, round, participant, attempt, state, isLate, askedAt, durationMs, answer, failure, usage, lateUsage } =
    call;
  return {
    phase,
    round,
    participant,
    call: call.call,
    attempt,
    state,
    late: isLate,
    asked_at: askedAt,
    duration_ms: durationMs,
    prompt,
    answer,
    failure,
    usage,
    late_usage: lateUsage,
  };
}
