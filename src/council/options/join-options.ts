import { contradicts } from '../../semantics/options/contradicts.js';
import type { VoteOption } from '../contract/vote.js';

/** What joining needs to know of a vote. */
export interface JoiningVote {
  readonly participant: string;
  readonly option: VoteOption;
  /** Pairs that its author calls the same option. */
  readonly same: readonly (readonly [VoteOption, VoteOption])[];
}

/** Options that count as one, because all who voted for one of them said so. */
export interface JoinedOptions {
  /** The one that the others are counted for. */
  readonly as: VoteOption;
  readonly options: readonly VoteOption[];
  readonly by: readonly string[];
}

/**
 * Two options are joined only if every participant that votes for either of them lists the pair; three only if every
 * pair of them is listed. Others may propose, never decide. A chain without consent for its ends joins nothing: the
 * choice of where to cut it would decide the vote.
 */
export function joinOptions(votes: readonly JoiningVote[], options: readonly VoteOption[]): JoinedOptions[] {
  const isJoined = (a: VoteOption, b: VoteOption) => mayBeOne(a, b) && hasConsent(a, b, votes);
  // An option that is left by all its voters cannot keep the others apart.
  const voted = options.filter((option) => votes.some((vote) => vote.option === option));
  return groupsOf(voted, isJoined)
    .filter((group) => group.every((a, index) => group.slice(index + 1).every((b) => isJoined(a, b))))
    .map((group) => ({
      as: leadOf(
        group,
        votes.map(({ option }) => option),
      ),
      options: group,
      by: votes.filter(({ option }) => group.includes(option)).map(({ participant }) => participant),
    }));
}

/** Options of the ballot were meant to be different, and some words can never mean the same. */
export function mayBeOne(a: VoteOption, b: VoteOption): boolean {
  return !(a.isOnBallot && b.isOnBallot) && contradicts(a.text, b.text) === undefined;
}

function hasConsent(a: VoteOption, b: VoteOption, votes: readonly JoiningVote[]): boolean {
  const concerned = votes.filter(({ option }) => option === a || option === b);
  const lists = ({ same }: JoiningVote) => same.some((pair) => pair.includes(a) && pair.includes(b));
  return concerned.length > 0 && concerned.every(lists);
}

/** The connected groups of two or more. */
function groupsOf(
  options: readonly VoteOption[],
  areLinked: (a: VoteOption, b: VoteOption) => boolean,
): VoteOption[][] {
  let groups = options.map((option) => [option]);
  for (const [index, a] of options.entries()) {
    for (const b of options.slice(index + 1)) {
      if (!areLinked(a, b)) continue;
      const linked = groups.filter((group) => group.includes(a) || group.includes(b));
      groups = [...groups.filter((group) => !linked.includes(group)), linked.flat()];
    }
  }
  const inOrder = (group: readonly VoteOption[]) => options.filter((option) => group.includes(option));
  return groups.filter((group) => group.length > 1).map(inOrder);
}

/** The option of the ballot, else the one with the most votes, else the first: its text is the name of the group. */
export function leadOf(group: readonly VoteOption[], voted: readonly VoteOption[]): VoteOption {
  const votesFor = (option: VoteOption) => voted.filter((other) => other === option).length;
  const [lead] = [...group].sort((a, b) => Number(b.isOnBallot) - Number(a.isOnBallot) || votesFor(b) - votesFor(a));
  if (lead === undefined) throw new Error('a group of options is never empty');
  return lead;
}
