import type { CheckedRequest } from '../contract/request.js';
import type { Deliberation } from '../deliberation.js';
import { peersAsSeenBy } from '../panel/peer-labels.js';
import { RECORD } from '../record/record-keys.js';
import { countVotes, votesUpTo } from '../rounds/count-votes.js';
import type { Debate } from '../rounds/debate.js';
import { answeredTurns, carryForwardAnswers, type RoundRecord, votesIn } from '../rounds/debate-record.js';
import type { TimeLimits } from '../time-limits.js';
import { plannedCalls } from './brief-participant.js';
import { challengeLead } from './challenge-lead.js';
import { type Asking, askAll, type DebateState, type NextRound, startDebate } from './debate-state.js';
import { runRound } from './run-round.js';
import { isWithoutAnswers, NO_ANSWERS, reasonToStop } from './when-to-stop.js';

export async function runDebate(deliberation: Deliberation): Promise<Debate> {
  const state = startDebate(deliberation);
  let next: NextRound = askAll(state);
  while (next.kind === 'ask') {
    await addRound(state, await runRound(state, next));
    next = decideNextRound(state);
    reportRound(state, next);
  }
  const { id, request, seats, settings, evidenceRefusal } = deliberation;
  const { seated, rounds, options, convergence, cutShort } = state;
  const anonymity = { anonymize: settings.anonymize, seed: id };
  // In a single round nothing could be challenged.
  const isChallenged = request.challenge && request.rounds > 1;
  return {
    seats: seated,
    rounds,
    options,
    labelsOf: (participant) => peersAsSeenBy(participant, seated, anonymity).labels,
    convergence,
    notAsked: seats.filter((seat) => !seated.includes(seat)),
    cutShort,
    challengeEnd: isChallenged ? (next.reason ?? 'no further round was allowed') : null,
    evidenceRefusal,
  };
}

async function addRound(
  { deliberation, rounds, options, convergence }: DebateState,
  round: RoundRecord,
): Promise<void> {
  rounds.push(round);
  options.addVotes(votesIn(round).map(({ option }) => option));
  await convergence.assess(carryForwardAnswers(rounds), options).catch((error: unknown) => {
    deliberation.logger.log('error', 'convergence_not_assessed', { message: String(error) });
  });
}

function reportRound({ deliberation, rounds: done, options }: DebateState, next: NextRound): void {
  const { rounds } = deliberation.request;
  const round = done.length;
  deliberation.onProgress({
    kind: 'round_finished',
    round,
    rounds,
    tally: countVotes(votesUpTo(done, options), options),
    stop: next.kind === 'end' && round < rounds ? next.reason : null,
  });
}

/** Decides after each round whether another follows, and who is asked in it. */
function decideNextRound(state: DebateState): NextRound {
  const { run, limits, request } = state.deliberation;
  const round = state.rounds.length;
  state.cutShort ??= run.recordSync(RECORD.roundEnded(round), () => whatEndedIt(limits, request));
  if (state.cutShort !== null) return { kind: 'end', reason: state.cutShort };
  const next = chooseNextRound(state);
  if (next.kind === 'end') return next;
  if (round >= request.rounds) return { kind: 'end', reason: null };
  // Only now: a debate that would have ended here anyway was not cut short by a cap.
  state.cutShort = whyNotPossible(state, next);
  return state.cutShort === null ? next : { kind: 'end', reason: state.cutShort };
}

function chooseNextRound(state: DebateState): NextRound {
  const { deliberation, rounds, options, seated } = state;
  if (isWithoutAnswers(rounds)) return { kind: 'end', reason: NO_ANSWERS };
  if (deliberation.request.challenge) return challengeLead(seated, rounds, options);
  const reason = reasonToStop(state);
  return reason === null ? askAll(state) : { kind: 'end', reason };
}

/** A round that cannot be finished would only cost: its answers would not count. */
function whyNotPossible(state: DebateState, { seats, tested }: Asking): string | null {
  const { budget, run, limits, request } = state.deliberation;
  const number = state.rounds.length + 1;
  return (
    budget.whyNotAffordable(plannedCalls(state, { number, tested }, seats), 'another round') ??
    run.recordSync(RECORD.noTimeLeft(number), () => noTimeLeft(state.rounds.at(-1), limits, request))
  );
}

type Cap = Pick<CheckedRequest, 'maxSeconds'>;

/** Whether a cap or the caller has ended the debate, and which; null while it may continue. */
function whatEndedIt(limits: TimeLimits, { maxSeconds }: Cap): string | null {
  if (!limits.signal.aborted) return null;
  return limits.reason().kind === 'timeout' ? `the time cap of ${maxSeconds} s was reached` : 'it was cancelled';
}

/** Why another round could not be finished in the time that is left, compared with the last round; null if it could. */
function noTimeLeft(last: RoundRecord | undefined, limits: TimeLimits, { maxSeconds }: Cap): string | null {
  const fastestMs = Math.min(...answeredTurns(last ?? { turns: [] }).map(({ durationMs }) => durationMs));
  const leftMs = limits.remainingMs();
  if (!Number.isFinite(fastestMs) || leftMs >= fastestMs) return null;
  const left = `${formatSeconds(leftMs)} left, the fastest answer took ${formatSeconds(fastestMs)}`;
  return `the time cap of ${maxSeconds} s leaves no time for another round (${left})`;
}

function formatSeconds(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`;
}
