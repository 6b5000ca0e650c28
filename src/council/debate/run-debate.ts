import type { ConvergenceTracker } from '../convergence/convergence-tracker.js';
import type { Deliberation } from '../deliberation.js';
import type { OptionList } from '../options/option-list.js';
import { type PeerLabels, peersAsSeenBy } from '../panel/peer-labels.js';
import type { Seat } from '../panel/seat.js';
import { countVotes, votesUpTo } from '../verdict/count-votes.js';
import { carryForwardAnswers, type RoundRecord, votesIn } from './debate-record.js';
import { askAll, type DebateState, type NextRound, startDebate } from './debate-state.js';
import { decideNextRound } from './decide-next-round.js';
import { runRound } from './run-round.js';

/** Everything that was said, and why the debate ended. */
export interface Debate {
  readonly seats: readonly Seat[];
  readonly rounds: readonly RoundRecord[];
  readonly options: OptionList;
  /** The labels by which a participant knew the others. */
  readonly labelsOf: (participant: string) => PeerLabels;
  readonly convergence: ConvergenceTracker;
  /** With `cheapest_first`: participants that were not asked, because two settled the question. Not part of `seats`. */
  readonly notAsked: readonly Seat[];
  /** Why a cap or the caller ended it early; null otherwise. */
  readonly cutShort: string | null;
  /** If the lead could be challenged: why no participant was asked further; null otherwise. */
  readonly challengeEnd: string | null;
  /** Why participants could not look at the project, although they should have; null otherwise. */
  readonly evidenceRefusal: string | null;
}

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
