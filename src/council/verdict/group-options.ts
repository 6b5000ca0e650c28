import type { Mode } from '../contract/request.js';
import type { VoteOption } from '../contract/vote.js';
import { leadOf, mayBeOne } from '../options/join-options.js';
import { countVotes } from '../rounds/count-votes.js';
import type { Debate } from '../rounds/debate.js';
import { leaderOf, statusOf, type Verdict, winnerOf } from './reach-verdict.js';

/** Which options the writer of the summary takes for the same, by id. */
export interface ProposedGroups {
  readonly groups: readonly (readonly string[])[];
  readonly by: string;
}

/** Whether options that mean the same could decide: in a debate with more rounds the voters join them themselves. */
export function couldGroup({ status, votes }: Verdict, mode: Mode): boolean {
  const isOpen = mode === 'quick' || status === 'tie' || status === 'plurality_decision';
  const options = [...new Set(votes.map(({ option }) => option))];
  const hasPair = options.some((a, index) => options.slice(index + 1).some((b) => mayBeOne(a, b)));
  return isOpen && status !== undefined && status !== 'no_quorum' && hasPair;
}

/**
 * The verdict with the writer's groups counted together. They may resolve a tie or strengthen the option that leads as
 * worded, never replace it and never make the panel unanimous: the voters did not say so themselves.
 */
export function groupVerdict(verdict: Verdict, proposed: ProposedGroups, { options }: Debate): Verdict {
  const groups = acceptableGroups(verdict, proposed);
  if (groups.length === 0) return verdict;
  const voted = verdict.votes.map(({ option }) => option);
  const grouped = groups.map((group) => ({ as: leadOf(group, voted), options: group }));
  const counts = (option: VoteOption) => grouped.find((group) => group.options.includes(option))?.as ?? option;
  const votes = verdict.votes.map((vote) => ({ ...vote, option: counts(vote.option) }));
  const tally = countVotes(votes, options);
  const leader = options.list().find(({ text }) => text === leaderOf(verdict.tally));
  if (leader !== undefined && leaderOf(tally) !== counts(leader).text) {
    return { ...verdict, rejectedGrouping: { by: proposed.by, tally } };
  }
  const found = statusOf(tally, verdict.quorum);
  const status = found === 'unanimous_consensus' ? 'majority_decision' : found;
  return {
    ...verdict,
    votes,
    tally,
    status,
    winner: winnerOf(tally, status),
    countsAs: (option) => counts(verdict.countsAs(option)),
    grouping: { by: proposed.by, grouped, tallyAsWorded: verdict.tally },
  };
}

/** Groups of options that have votes, no option in two of them, and no two in one that cannot be the same. */
function acceptableGroups({ votes }: Verdict, { groups }: ProposedGroups): VoteOption[][] {
  const voted = [...new Set(votes.map(({ option }) => option))];
  const found = groups.map((ids) => voted.filter(({ id }) => ids.includes(id)));
  return found.filter(
    (group, index) =>
      group.length > 1 &&
      group.every((a, at) => group.slice(at + 1).every((b) => mayBeOne(a, b))) &&
      !found.some((other, otherIndex) => otherIndex !== index && other.some((option) => group.includes(option))),
  );
}
