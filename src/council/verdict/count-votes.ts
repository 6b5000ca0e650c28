import { answeredTurns, type RoundRecord } from '../debate/debate-record.js';
import type { Debate } from '../debate/hold-debate.js';
import type { BookedOption, OptionBook } from '../options/option-book.js';
import { type PeerLabels, withNames } from '../panel/peer-labels.js';
import type { RoundVote } from '../result.js';
import type { Vote } from '../vote/vote.js';

/** A vote that counts: whose it is, for which option, and whether it was cast when the participant was last asked. */
export interface CountedVote {
  readonly participant: string;
  readonly family: string;
  readonly option: BookedOption;
  readonly vote: Vote;
  /** It was asked again since, and gave no vote. */
  readonly carriedForward: boolean;
  /** It was not asked again since, though there was a later round. */
  readonly stands: boolean;
}

/**
 * The votes that decide after a round: everyone's of that round, and the last valid vote of those who gave none in it,
 * marked as carried forward, or as standing where they were not asked. Abstentions are outside; earlier votes of the
 * same participant never count twice.
 */
export function votesUpTo(rounds: readonly RoundRecord[], book: OptionBook): CountedVote[] {
  const counted = new Map<string, CountedVote>();
  const lastRound = rounds.at(-1)?.round;
  const lastAsked = new Map(rounds.flatMap(({ turns }) => turns.map(({ seat, round }) => [seat.participant, round])));
  for (const round of rounds) {
    for (const { seat, outcome } of answeredTurns(round)) {
      if (outcome.vote.kind !== 'vote') continue;
      const option = book.find(outcome.vote.vote.option);
      if (option === undefined) continue;
      counted.set(seat.participant, {
        participant: seat.participant,
        family: seat.family,
        option,
        vote: outcome.vote.vote,
        carriedForward: lastAsked.get(seat.participant) !== round.round,
        stands: lastAsked.get(seat.participant) === round.round && round.round !== lastRound,
      });
    }
  }
  return [...counted.values()];
}

/** The options with the most votes, in the order of the book; several where they are tied, none without votes. */
export function leadersOf(votes: readonly CountedVote[], book: OptionBook): BookedOption[] {
  const votesFor = (option: BookedOption) => votes.filter((vote) => vote.option === option).length;
  const highest = Math.max(1, ...book.list().map(votesFor));
  return book.list().filter((option) => votesFor(option) === highest);
}

/** Votes per option text, the strongest first; options without a vote are left out. */
export function countVotes(votes: readonly CountedVote[], book: OptionBook): Record<string, number> {
  const counts = book
    .list()
    .map((option) => [option.text, votes.filter((vote) => vote.option.id === option.id).length] as const)
    .filter(([, count]) => count > 0);
  return Object.fromEntries(counts.sort(([, a], [, b]) => b - a));
}

/** Every vote of every round as it was cast, then those that count in the last round without having been cast in it. */
export function votesByRound({ rounds, book, labelsOf }: Debate): RoundVote[] {
  const cast = rounds.flatMap((round) =>
    answeredTurns(round).flatMap(({ seat, outcome, startedAt, durationMs }) =>
      outcome.vote.kind === 'vote'
        ? [
            {
              round: round.round,
              participant: seat.participant,
              vote: inWords(outcome.vote.vote, book, labelsOf(seat.participant)),
              carried_forward: false,
              timestamp: new Date(startedAt.getTime() + durationMs).toISOString(),
            },
          ]
        : [],
    ),
  );
  const lastRound = rounds.at(-1)?.round ?? 0;
  const earlier = votesUpTo(rounds, book)
    .filter(({ carriedForward, stands }) => carriedForward || stands)
    .flatMap(({ participant, stands }) => {
      const entry = cast.findLast((vote) => vote.participant === participant);
      if (entry === undefined) return [];
      const counted = { ...entry, round: lastRound, carried_forward: !stands };
      return [stands ? { ...counted, stands: true as const } : counted];
    });
  return [...cast, ...earlier];
}

/** Ids and labels mean nothing outside the debate: a vote is shown with the option's text and the others' names. */
function inWords(vote: Vote, book: OptionBook, labels: PeerLabels): Vote {
  const text = (named: string) => book.find(named)?.text ?? named;
  return {
    ...vote,
    option: text(vote.option),
    rationale: withNames(vote.rationale, labels),
    ...(vote.changed_because === undefined ? {} : { changed_because: withNames(vote.changed_because, labels) }),
    ...(vote.ranking === undefined ? {} : { ranking: vote.ranking.map(text) }),
  };
}
