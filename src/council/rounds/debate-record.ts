import { isPermanent, type ModelFailure } from '../../models/index.js';
import type { ParsedVote, Vote } from '../contract/vote.js';
import type { CheckedCitation } from '../evidence/citations/check-citations.js';
import type { RoundEvidence } from '../evidence/evidence-round.js';
import type { Seat } from '../panel/seat.js';

/** What one participant did in one round. */
export interface Turn {
  readonly seat: Seat;
  readonly round: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly outcome:
    | {
        readonly kind: 'answered';
        readonly text: string;
        readonly vote: ParsedVote;
        /** What it had answered before it saw the results of its requests. */
        readonly draft: string | undefined;
        /** Why it could not finish its answer with the results of its requests. */
        readonly unfinished: string | undefined;
        readonly citations: readonly CheckedCitation[];
      }
    | { readonly kind: 'failed'; readonly failure: ModelFailure };
}

/** A turn that gave an answer. */
export type AnsweredTurn = Turn & { readonly outcome: Extract<Turn['outcome'], { kind: 'answered' }> };

export interface RoundRecord {
  readonly round: number;
  /** Why only those with a turn in it were asked; absent if all participants were. */
  readonly because?: string;
  readonly turns: readonly Turn[];
  readonly evidence: RoundEvidence;
}

export function answeredTurns(round: Pick<RoundRecord, 'turns'>): AnsweredTurn[] {
  return round.turns.filter((turn): turn is AnsweredTurn => turn.outcome.kind === 'answered');
}

export function votesIn(round: Pick<RoundRecord, 'turns'>): Vote[] {
  return answeredTurns(round).flatMap(({ outcome }) => (outcome.vote.kind === 'vote' ? [outcome.vote.vote] : []));
}

/** A participant's latest answer up to and including a round, if it ever gave one. */
export function findLastAnswer(seat: Seat, rounds: readonly RoundRecord[]): AnsweredTurn | undefined {
  return rounds.flatMap(answeredTurns).findLast((turn) => turn.seat === seat);
}

/** What a participant did when it was last asked; undefined if it never was. */
export function findLastTurn(seat: Seat, rounds: readonly RoundRecord[]): Turn | undefined {
  return rounds.flatMap(({ turns }) => turns).findLast((turn) => turn.seat === seat);
}

/** Checks whether asking again can help: not after a failure that stays, nor after a second timeout in a row. */
export function canStillAnswer(seat: Seat, rounds: readonly RoundRecord[]): boolean {
  const failures = rounds
    .flatMap(({ turns }) => turns.filter((turn) => turn.seat === seat))
    .map(({ outcome }) => (outcome.kind === 'failed' ? outcome.failure : undefined));
  const last = failures.at(-1);
  if (last === undefined) return true;
  return !isPermanent(last) && !(last.kind === 'timeout' && failures.at(-2)?.kind === 'timeout');
}

/** The time that a participant that timed out may take the next time; undefined where its full time counts. */
export function retryTimeMs(seat: Seat, rounds: readonly RoundRecord[]): number | undefined {
  const outcome = findLastTurn(seat, rounds)?.outcome;
  if (outcome?.kind !== 'failed' || outcome.failure.kind !== 'timeout') return undefined;
  return Math.max(MIN_RETRY_MS, outcome.failure.afterMs / 4);
}

const MIN_RETRY_MS = 15_000;

/**
 * The rounds as convergence measures them: participants that were not asked in the last round count with their last
 * answer, but whether they would move is unknown. If all were asked, the rounds are returned as they are.
 */
export function carryForwardAnswers(rounds: readonly RoundRecord[]): readonly RoundRecord[] {
  const current = rounds.at(-1);
  if (current === undefined) return rounds;
  const asked = new Set(current.turns.map(({ seat }) => seat));
  const others = new Set(
    rounds.flatMap(({ turns }) => turns.map(({ seat }) => seat)).filter((seat) => !asked.has(seat)),
  );
  if (others.size === 0) return rounds;
  const before = rounds
    .slice(0, -1)
    .map((round) => ({ ...round, turns: round.turns.filter(({ seat }) => asked.has(seat)) }));
  const carried = [...others].flatMap((seat) => findLastAnswer(seat, rounds) ?? []);
  return [...before, { ...current, turns: [...current.turns, ...carried] }];
}
