import type { Debate } from '../debate/hold-debate.js';
import type { ConvergenceStatus } from '../result.js';
import { type CountedVote, countVotes, votesUpTo } from './count-votes.js';

/** What the votes of the last round come to. */
export interface Verdict {
  readonly votes: readonly CountedVote[];
  readonly tally: Readonly<Record<string, number>>;
  readonly quorum: { readonly needed: number; readonly voters: number; readonly met: boolean };
  readonly winner: string | null;
  /** Undefined when nobody voted. */
  readonly status:
    | Extract<
        ConvergenceStatus,
        'unanimous_consensus' | 'majority_decision' | 'plurality_decision' | 'tie' | 'no_quorum'
      >
    | undefined;
}

export function reachVerdict({ rounds, book, seats }: Debate, quorumShare: number): Verdict {
  const votes = votesUpTo(rounds, book);
  const tally = countVotes(votes, book);
  const needed = Math.max(1, Math.ceil(quorumShare * seats.length - 1e-9));
  const quorum = { needed, voters: votes.length, met: votes.length >= needed };
  const status = statusOf(tally, quorum);
  const hasWinner = status !== undefined && status !== 'tie' && status !== 'no_quorum';
  return { votes, tally, quorum, winner: hasWinner ? (leaderOf(tally) ?? null) : null, status };
}

/** The option with the single highest count, or undefined for a tie. */
export function leaderOf(tally: Readonly<Record<string, number>>): string | undefined {
  const highest = Math.max(...Object.values(tally));
  const leaders = Object.keys(tally).filter((option) => tally[option] === highest);
  return leaders.length === 1 ? leaders[0] : undefined;
}

function statusOf(tally: Readonly<Record<string, number>>, quorum: Verdict['quorum']): Verdict['status'] {
  if (quorum.voters === 0) return undefined;
  if (!quorum.met) return 'no_quorum';
  const leader = leaderOf(tally);
  if (leader === undefined) return 'tie';
  const count = tally[leader] ?? 0;
  if (count === quorum.voters) return 'unanimous_consensus';
  return count * 2 > quorum.voters ? 'majority_decision' : 'plurality_decision';
}
