import type { CheckedRequest } from '../contract/request.js';
import { createOptionList } from '../options/option-list.js';
import type { Seat } from '../panel/seat.js';
import { RECORD } from '../record/record-keys.js';
import { type RoundRecord, type Turn, votesIn } from '../rounds/debate-record.js';
import { withTimeout } from '../time-limits.js';
import { plannedCalls } from './brief-participant.js';
import type { Asking, DebateState, RunningRound } from './debate-state.js';
import { reportTurn, runTurn } from './run-turn.js';
import { CONFIDENT } from './when-to-stop.js';

/** Asks all participants of a round at the same time; with `cheapest_first` two, then perhaps the others. */
export async function runRound(state: DebateState, next: Asking): Promise<RoundRecord> {
  const { deliberation, seated, rounds } = state;
  const { seats, settings, run, limitsOf } = deliberation;
  const { seats: asked, because, tested } = next;
  const number = rounds.length + 1;
  reportStart(state, next);
  const waves = seated === seats ? 1 : 2;
  const limits = withTimeout(deliberation.limits, settings.roundTimeoutMs * waves);
  const evidence = deliberation.evidence?.openRound(number, limits, limitsOf(number));
  const round = { number, tested, limits, evidence };
  try {
    const first = await runTurns(state, round, asked);
    const turns = [...first, ...(await widen(state, round, first))];
    const found = evidence?.close() ?? NO_EVIDENCE;
    run.recordSync(RECORD.roundLimits(number), () => limitsOf(number));
    return {
      round: number,
      turns: seats.flatMap((seat) => turns.find((turn) => turn.seat === seat) ?? []),
      evidence: found,
      ...(because === null ? {} : { because }),
    };
  } finally {
    limits.release();
  }
}

const NO_EVIDENCE: RoundRecord['evidence'] = { executions: [], outputs: new Map(), notRun: [] };

function reportStart({ deliberation, rounds }: DebateState, { seats: asked, because }: Asking): void {
  const { seats, request, onProgress } = deliberation;
  const whom = asked === seats ? {} : { asked: getNames(asked), ...(because === null ? {} : { because }) };
  onProgress({ kind: 'round_started', round: rounds.length + 1, rounds: request.rounds, ...whom });
}

async function runTurns(state: DebateState, round: RunningRound, seats: readonly Seat[]): Promise<readonly Turn[]> {
  const limits = withTimeout(round.limits, state.deliberation.settings.roundTimeoutMs);
  try {
    return await Promise.all(seats.map((seat) => runTurn(state, { ...round, limits }, seat)));
  } finally {
    limits.release();
  }
}

/**
 * The turns of the others, if only two were asked and these do not settle the question. If a cap or the caller prevents
 * it, the others count as missing: a quorum of the two alone would hide that the others were needed.
 */
async function widen(state: DebateState, round: RunningRound, first: readonly Turn[]): Promise<readonly Turn[]> {
  const { seats, request, run, limits, budget, onProgress } = state.deliberation;
  const reason = state.seated === seats ? null : reasonToWiden(first, request);
  if (reason === null) return [];
  const others = seats.filter((seat) => !state.seated.includes(seat));
  state.seated = seats;
  const hasEnded = run.recordSync(RECORD.widenEnded(round.number), () => (limits.signal.aborted ? true : null));
  if (hasEnded !== null) return notAsked(state, others, 'the debate ended before it could be asked');
  const calls = plannedCalls(state, { ...round, tested: [] }, others);
  state.cutShort = budget.whyNotAffordable(calls, 'the other participants');
  if (state.cutShort !== null) return notAsked(state, others, state.cutShort);
  onProgress({ kind: 'widened', round: round.number, reason, asked: getNames(others) });
  return runTurns(state, round, others);
}

/** Why the participants that were asked first do not settle the question by themselves; null if they do. */
function reasonToWiden(turns: readonly Turn[], request: Pick<CheckedRequest, 'question' | 'ballot'>): string | null {
  const votes = votesIn({ turns });
  if (votes.length < turns.length) return 'one of the first two gave no vote';
  if (votes.some(({ confidence }) => confidence < CONFIDENT)) return 'one of the first two is unsure';
  // A list of its own: the debate's list gets the options of all blind answers together.
  const options = createOptionList(request);
  options.addVotes(votes.map(({ option }) => option));
  const chosen = new Set(votes.map(({ option }) => options.find(option)));
  return chosen.size === 1 ? null : 'the first two disagree';
}

function notAsked(state: DebateState, seats: readonly Seat[], detail: string): Turn[] {
  return seats.map((seat) => {
    const turn: Turn = {
      seat,
      round: state.rounds.length + 1,
      startedAt: state.deliberation.clock.now(),
      durationMs: 0,
      outcome: { kind: 'failed', failure: { kind: 'not_asked', detail } },
    };
    reportTurn(state, turn);
    return turn;
  });
}

function getNames(seats: readonly Seat[]): string[] {
  return seats.map(({ participant }) => participant);
}
