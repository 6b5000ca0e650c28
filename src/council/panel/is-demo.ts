import { answeredTurns } from '../debate/debate-record.js';
import type { Debate } from '../debate/run-debate.js';
import type { Verdict } from '../verdict/reach-verdict.js';

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
