import type { RoundVote } from '../contract/result.js';
import type { Vote, VoteOption } from '../contract/vote.js';
import { type JoinedOptions, type JoiningVote, joinOptions } from '../options/join-options.js';
import type { OptionList } from '../options/option-list.js';
import { type PeerLabels, withNames } from '../panel/peer-labels.js';
import type { Debate } from './debate.js';
import { answeredTurns, type RoundRecord } from './debate-record.js';

/** A vote that counts: whose it is, for which option, and whether it was cast when the participant was last asked. */
export interface CountedVote {
  readonly participant: string;
  readonly family: string;
  /** What it counts for; where options were joined, not always the one that it names. */
  readonly option: VoteOption;
  readonly vote: Vote;
  /** It was asked again since, and gave no vote. */
  readonly carriedForward: boolean;
  /** It was not asked again since, though there was a later round. */
  readonly stands: boolean;
}

/** The votes that count, and which options their voters joined. */
export interface Count {
  readonly votes: readonly CountedVote[];
  readonly joined: readonly JoinedOptions[];
  /** The option that another one is counted for: itself, unless it was joined. */
  readonly countsAs: (option: VoteOption) => VoteOption;
}

/**
 * The votes that decide after a round: everyone's of that round, and the last valid vote of those who gave none in it,
 * marked as carried forward, or as still counting if they were not asked. Abstentions are not counted; earlier votes of the
 * same participant never count twice.
 */
export function countUpTo(rounds: readonly RoundRecord[], options: OptionList): Count {
  const cast = new Map<string, CountedVote & JoiningVote>();
  const lastRound = rounds.at(-1)?.round;
  const lastAsked = new Map(rounds.flatMap(({ turns }) => turns.map(({ seat, round }) => [seat.participant, round])));
  for (const round of rounds) {
    for (const { seat, outcome } of answeredTurns(round)) {
      if (outcome.vote.kind !== 'vote') continue;
      const option = options.find(outcome.vote.vote.option);
      if (option === undefined) continue;
      cast.set(seat.participant, {
        participant: seat.participant,
        family: seat.family,
        option,
        vote: outcome.vote.vote,
        same: round.round === 1 ? [] : readPairs(outcome.vote.vote, options),
        carriedForward: lastAsked.get(seat.participant) !== round.round,
        stands: lastAsked.get(seat.participant) === round.round && round.round !== lastRound,
      });
    }
  }
  const joined = joinOptions([...cast.values()], options.list());
  const countsAs = (option: VoteOption) => joined.find((group) => group.options.includes(option))?.as ?? option;
  const votes = [...cast.values()].map(({ same: _same, ...vote }) => ({ ...vote, option: countsAs(vote.option) }));
  return { votes, joined, countsAs };
}

export function votesUpTo(rounds: readonly RoundRecord[], options: OptionList): readonly CountedVote[] {
  return countUpTo(rounds, options).votes;
}

function readPairs({ same = [] }: Vote, options: OptionList): (readonly [VoteOption, VoteOption])[] {
  return same.flatMap((names) => {
    const [a, b] = names.map((name) => options.find(name));
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const];
  });
}

/** The options with the most votes, in the order of the list; several where they are tied, none without votes. */
export function findLeaders(votes: readonly CountedVote[], options: OptionList): VoteOption[] {
  const votesFor = (option: VoteOption) => votes.filter((vote) => vote.option === option).length;
  const highest = Math.max(1, ...options.list().map(votesFor));
  return options.list().filter((option) => votesFor(option) === highest);
}

/** Votes per option text, the strongest first; options without a vote are left out. */
export function countVotes(votes: readonly CountedVote[], options: OptionList): Record<string, number> {
  const counts = options
    .list()
    .map((option) => [option.text, votes.filter((vote) => vote.option.id === option.id).length] as const)
    .filter(([, count]) => count > 0);
  return Object.fromEntries(counts.sort(([, a], [, b]) => b - a));
}

type CountedDebate = Pick<Debate, 'rounds' | 'options' | 'labelsOf'>;

/** Every vote of every round as it was cast, then those that count in the last round without having been cast in it. */
export function votesByRound({ rounds, options, labelsOf }: CountedDebate): RoundVote[] {
  const cast = rounds.flatMap((round) =>
    answeredTurns(round).flatMap(({ seat, outcome, startedAt, durationMs }) =>
      outcome.vote.kind === 'vote'
        ? [
            {
              round: round.round,
              participant: seat.participant,
              vote: toReadableVote(outcome.vote.vote, options, labelsOf(seat.participant)),
              carried_forward: false,
              timestamp: new Date(startedAt.getTime() + durationMs).toISOString(),
            },
          ]
        : [],
    ),
  );
  const lastRound = rounds.at(-1)?.round ?? 0;
  const earlier = votesUpTo(rounds, options)
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
function toReadableVote(vote: Vote, options: OptionList, labels: PeerLabels): Vote {
  const text = (named: string) => options.find(named)?.text ?? named;
  return {
    ...vote,
    option: text(vote.option),
    rationale: withNames(vote.rationale, labels),
    ...(vote.changed_because === undefined ? {} : { changed_because: withNames(vote.changed_because, labels) }),
    ...(vote.ranking === undefined ? {} : { ranking: vote.ranking.map(text) }),
    ...(vote.same === undefined ? {} : { same: vote.same.map(([a, b]) => [text(a), text(b)] as const) }),
  };
}
