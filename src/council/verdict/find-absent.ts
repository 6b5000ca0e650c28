import { describeFailure } from '../../models/index.js';
import type { Debate } from '../rounds/debate.js';
import { lastTurnOf, type Turn } from '../rounds/debate-record.js';
import type { Verdict } from './reach-verdict.js';

/** A participant without a vote that counts, and what it did when it was last asked. */
export interface Absent {
  readonly participant: string;
  readonly how: 'abstained' | 'refused' | 'failed' | 'was not asked';
  readonly reason: string;
}

export function findAbsent({ seats, rounds }: Debate, { votes }: Verdict): Absent[] {
  const voters = new Set(votes.map(({ participant }) => participant));
  return seats.flatMap((seat) => {
    const turn = lastTurnOf(seat, rounds);
    if (turn === undefined || voters.has(seat.participant)) return [];
    return [{ participant: seat.participant, ...describeTurn(turn) }];
  });
}

function describeTurn({ outcome }: Turn): Pick<Absent, 'how' | 'reason'> {
  if (outcome.kind === 'answered') {
    return {
      how: 'abstained',
      reason: outcome.vote.kind === 'abstention' ? outcome.vote.reason : 'its vote is unclear',
    };
  }
  const { failure } = outcome;
  const how = failure.kind === 'refused' ? 'refused' : failure.kind === 'not_asked' ? 'was not asked' : 'failed';
  return { how, reason: describeFailure(failure) };
}
