import { describeFailure, isSameModel } from '../../models/index.js';
import type { TrackRecords } from '../contract/council-memory.js';
import type { Challenge, Citation, Integrity } from '../contract/result.js';
import type { Deliberation } from '../deliberation.js';
import type { Debate } from '../rounds/debate.js';
import { findLastAnswer, findLastTurn } from '../rounds/debate-record.js';
import { aggregate, trackRecordWeights } from './aggregators.js';
import { listCitations } from './find-reasons.js';
import { type Doubts, listWarnings } from './list-warnings.js';
import { findLeader, type Verdict } from './reach-verdict.js';

export interface IntegrityInput extends Pick<Doubts, 'debate' | 'verdict' | 'spent'> {
  readonly records: TrackRecords | undefined;
}

/** How far the result can be trusted: who is missing, how narrow it is, whether it hangs on the way of counting. */
export function checkIntegrity(deliberation: Deliberation, input: IntegrityInput): Integrity {
  const { debate, verdict, records } = input;
  const weights = records === undefined ? undefined : trackRecordWeights(verdict.votes, records);
  const aggregators = aggregate(verdict, debate.options, weights);
  const missing = missingParticipants(debate);
  const aggregatorsAgree = new Set(Object.values(aggregators)).size === 1;
  const sameFamily = isSameFamily(debate);
  const flips = singleVoteFlips(verdict);
  const citations = listCitations(debate.rounds);
  const unverified = citations.filter(({ verified }) => !verified);
  return {
    quorum: verdict.quorum,
    missing,
    ...(debate.notAsked.length === 0 ? {} : { not_asked: debate.notAsked.map(({ participant }) => participant) }),
    ...(debate.challengeEnd === null ? {} : { challenge: getChallenge(debate, verdict, debate.challengeEnd) }),
    same_family_panel: sameFamily,
    single_vote_flips_result: flips,
    aggregators,
    aggregators_agree: aggregatorsAgree,
    ...(records === undefined || weights === undefined
      ? {}
      : { track_record: { outcomes: records.outcomes, weights: Object.fromEntries(weights) } }),
    citations: {
      total: citations.length,
      verified: citations.length - unverified.length,
      unverified: unverified.length,
      words_found: citations.filter(({ verified, words_found: words }) => verified && words === true).length,
    },
    warnings: listWarnings({
      ...input,
      deliberation,
      missing,
      aggregators,
      isSameFamily: sameFamily,
      unverified: unverified.filter((citation) => isInLastAnswer(citation, debate)),
    }),
  };
}

/** What was corrected in a later round needs no warning. */
function isInLastAnswer({ round, participant }: Citation, { seats, rounds }: Debate): boolean {
  const seat = seats.find((candidate) => candidate.participant === participant);
  return seat !== undefined && findLastAnswer(seat, rounds)?.round === round;
}

/** Participants that gave no answer when last asked; their earlier vote still counts, marked as carried forward. */
function missingParticipants({ seats, rounds }: Debate): Integrity['missing'] {
  return seats.flatMap((seat) => {
    const outcome = findLastTurn(seat, rounds)?.outcome;
    return outcome?.kind === 'failed'
      ? [{ participant: seat.participant, reason: describeFailure(outcome.failure) }]
      : [];
  });
}

function getChallenge({ rounds }: Debate, { votes }: Verdict, ended: string): Challenge {
  return {
    rounds: rounds.flatMap(({ round, turns, because }) =>
      because === undefined ? [] : [{ round, asked: turns.map(({ seat }) => seat.participant), because }],
    ),
    ended,
    standing: votes.filter(({ stands }) => stands).map(({ participant }) => participant),
  };
}

function isSameFamily({ seats }: Debate): boolean {
  const [first, ...others] = seats;
  if (first === undefined || others.length === 0) return false;
  return others.every((seat) => seat.family === first.family || isSameModel(seat, first));
}

/** Moves each vote in turn to every other option and looks whether the winner changes. */
function singleVoteFlips({ tally, winner, status }: Verdict): boolean {
  if (winner === null) return status === 'tie';
  const options = Object.keys(tally);
  // An option without votes represents any new one.
  const targets = [...options, ''];
  return options.some((from) =>
    targets
      .filter((to) => to !== from)
      .some((to) => {
        const moved = { ...tally, [from]: (tally[from] ?? 0) - 1, [to]: (tally[to] ?? 0) + 1 };
        return findLeader(moved) !== winner;
      }),
  );
}
