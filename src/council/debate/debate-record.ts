import type { ModelFailure, Usage } from '../../models/index.js';
import type { Seat } from '../panel/seat.js';
import type { ParsedVote } from '../vote/vote.js';

/** What one participant did in one round. */
export interface Turn {
  readonly seat: Seat;
  readonly round: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** One entry per call to the model: the answer, and a second request for a missing vote. */
  readonly calls: readonly Usage[];
  readonly outcome:
    | { readonly kind: 'answered'; readonly text: string; readonly vote: ParsedVote }
    | { readonly kind: 'failed'; readonly failure: ModelFailure };
}

/** A turn that gave an answer. */
export type AnsweredTurn = Turn & { readonly outcome: Extract<Turn['outcome'], { kind: 'answered' }> };

export interface RoundRecord {
  readonly round: number;
  readonly turns: readonly Turn[];
}

export function answeredTurns(round: RoundRecord): AnsweredTurn[] {
  return round.turns.filter((turn): turn is AnsweredTurn => turn.outcome.kind === 'answered');
}

/** A participant's latest answer up to and including a round, if it ever gave one. */
export function lastAnswerOf(seat: Seat, rounds: readonly RoundRecord[]): AnsweredTurn | undefined {
  return rounds.flatMap(answeredTurns).findLast((turn) => turn.seat === seat);
}
