import type { Deliberation } from '../deliberation.js';
import { peersAsSeenBy } from '../panel/peer-labels.js';
import { countVotes, votesUpTo } from '../rounds/count-votes.js';
import type { Debate } from '../rounds/debate.js';
import { carryForwardAnswers, type RoundRecord, votesIn } from '../rounds/debate-record.js';
import { askAll, type DebateState, type NextRound, startDebate } from './debate-state.js';
import { decideNextRound } from './decide-next-round.js';
import { runRound } from './run-round.js';

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
