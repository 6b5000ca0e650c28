import type { ConvergenceStatus } from '../contract/result.js';
import type { VoteOption } from '../contract/vote.js';
import { type Count, countUpTo, countVotes } from '../rounds/count-votes.js';
import type { Debate } from '../rounds/debate.js';
import { answeredTurns } from '../rounds/debate-record.js';

/** The result of the votes of the last round. */
export interface Verdict extends Count {
  readonly tally: Readonly<Record<string, number>>;
  readonly quorum: { readonly needed: number; readonly voters: number; readonly met: boolean };
  readonly winner: string | null;
  /** Undefined without any vote. */
  readonly status:
    | Extract<
        ConvergenceStatus,
        'unanimous_consensus' | 'majority_decision' | 'plurality_decision' | 'tie' | 'no_quorum'
      >
    | undefined;
  /** Which options the writer of the summary counted together. */
  readonly grouping?: {
    readonly by: string;
    readonly grouped: readonly { readonly as: VoteOption; readonly options: readonly VoteOption[] }[];
    readonly tallyAsWorded: Readonly<Record<string, number>>;
  };
  /** A grouping that was not used, because another option would have led. */
  readonly rejectedGrouping?: { readonly by: string; readonly tally: Readonly<Record<string, number>> };
}

export function reachVerdict(
  { rounds, options, seats }: Pick<Debate, 'rounds' | 'options' | 'seats'>,
  quorumShare: number,
): Verdict {
  const count = countUpTo(rounds, options);
  const { votes } = count;
  const tally = countVotes(votes, options);
  const needed = Math.max(1, Math.ceil(quorumShare * seats.length - 1e-9));
  const quorum = { needed, voters: votes.length, met: votes.length >= needed };
  const status = getStatus(tally, quorum);
  return { ...count, tally, quorum, winner: findWinner(tally, status), status };
}

export function findWinner(tally: Verdict['tally'], status: Verdict['status']): string | null {
  const hasWinner = status !== undefined && status !== 'tie' && status !== 'no_quorum';
  return hasWinner ? (findLeader(tally) ?? null) : null;
}

/** The option with the single highest count, or undefined for a tie. */
export function findLeader(tally: Readonly<Record<string, number>>): string | undefined {
  const highest = Math.max(...Object.values(tally));
  const leaders = Object.keys(tally).filter((option) => tally[option] === highest);
  return leaders.length === 1 ? leaders[0] : undefined;
}

export function getStatus(tally: Readonly<Record<string, number>>, quorum: Verdict['quorum']): Verdict['status'] {
  if (quorum.voters === 0) return undefined;
  if (!quorum.met) return 'no_quorum';
  const leader = findLeader(tally);
  if (leader === undefined) return 'tie';
  const count = tally[leader] ?? 0;
  if (count === quorum.voters) return 'unanimous_consensus';
  return count * 2 > quorum.voters ? 'majority_decision' : 'plurality_decision';
}

/**
 * Whether a result comes from voices without a language model alone: by who voted, else by who answered, else by who
 * was asked. A panel whose real members all failed is a demo too.
 */
export function isDemo(
  { seats, rounds }: Pick<Debate, 'seats' | 'rounds'>,
  { votes }: Pick<Verdict, 'votes'>,
): boolean {
  const voters = seats.filter(({ participant }) => votes.some((vote) => vote.participant === participant));
  const answered = rounds.flatMap((round) => answeredTurns(round).map(({ seat }) => seat));
  const [heard = []] = [voters, answered, seats].filter((group) => group.length > 0);
  return heard.every(({ adapter }) => adapter.kind === 'demo');
}
