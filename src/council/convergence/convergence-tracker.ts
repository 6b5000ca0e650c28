import type { Similarity } from '../../semantics/index.js';
import { type AnsweredTurn, answeredTurns, lastAnswerOf, type RoundRecord } from '../debate/debate-record.js';
import type { BookedOption, OptionBook } from '../options/option-book.js';
import type { ConvergenceInfo } from '../result.js';
import type { CouncilSettings } from '../settings.js';
import { comparePositions, type PositionChange, type Positions } from './compare-positions.js';
import { readClaims } from './read-claims.js';

export type SemanticStatus = 'converged' | 'refining' | 'diverging' | 'impasse';
type RoundScores = ConvergenceInfo['scores_by_round'][number];

/** Follows one deliberation from round to round. Its state belongs to that deliberation alone. */
export interface ConvergenceTracker {
  readonly backend: string;
  /** Call once after each round. */
  assess(rounds: readonly RoundRecord[], book: OptionBook): Promise<void>;
  /** Undefined until two rounds could be compared. */
  status(): SemanticStatus | undefined;
  detectionRound(): number | null;
  scoresByRound(): readonly RoundScores[];
  perParticipant(): Readonly<Record<string, number>>;
}

export function createConvergenceTracker(
  thresholds: CouncilSettings['convergence'],
  similarity: Similarity,
): ConvergenceTracker {
  const likeness = createLikeness(similarity, thresholds);
  const scores: RoundScores[] = [];
  let perParticipant: Record<string, number> = {};
  let stableRounds = 0;
  let status: SemanticStatus | undefined;
  let detectionRound: number | null = null;

  return {
    // Read late: the backend may change when one fails, and is known only after the first comparison.
    get backend() {
      return similarity.backend;
    },
    status: () => status,
    detectionRound: () => detectionRound,
    scoresByRound: () => scores,
    perParticipant: () => perParticipant,
    assess: async (rounds, book) => {
      const current = rounds.at(-1);
      if (!thresholds.enabled || current === undefined || rounds.length - 1 < thresholds.minRoundsBeforeCheck) return;
      const changes = await compareWithLast(current, rounds.slice(0, -1), book, likeness);
      if (changes.length === 0) return;

      const minimum = Math.min(...changes.map((change) => change.score));
      const average = mean(changes.map((change) => change.score));
      const { agreement, isAgreed } = await compareWithPeers(answeredTurns(current), book, likeness);
      scores.push({ round: current.round, minimum, average, agreement });
      perParticipant = Object.fromEntries(changes.map(({ participant, score }) => [participant, score]));

      stableRounds = minimum >= thresholds.similarityThreshold ? stableRounds + 1 : 0;
      if (stableRounds >= thresholds.consecutiveStableRounds) {
        status = isAgreed ? 'converged' : 'impasse';
        detectionRound ??= current.round;
      } else {
        status = minimum < thresholds.divergenceThreshold ? 'diverging' : 'refining';
      }
    },
  };
}

interface Change {
  readonly participant: string;
  readonly score: number;
}

/** Each participant against its own last answer: how far it still moves. */
async function compareWithLast(
  current: RoundRecord,
  before: readonly RoundRecord[],
  book: OptionBook,
  likeness: Likeness,
): Promise<Change[]> {
  const pairs = answeredTurns(current).flatMap((turn) => {
    const last = lastAnswerOf(turn.seat, before);
    return last === undefined ? [] : [{ turn, last }];
  });
  return Promise.all(
    pairs.map(async ({ turn, last }) => ({
      participant: turn.seat.participant,
      score: (await likeness(last, turn, book)).score,
    })),
  );
}

/** Every participant against every other: how alike they are on average, and whether all stand for the same. */
async function compareWithPeers(turns: readonly AnsweredTurn[], book: OptionBook, likeness: Likeness) {
  const pairs = turns.flatMap((a, index) => turns.slice(index + 1).map((b) => [a, b] as const));
  const compared = await Promise.all(pairs.map(([a, b]) => likeness(a, b, book)));
  return {
    agreement: compared.length === 0 ? 1 : mean(compared.map(({ score }) => score)),
    isAgreed: compared.every(({ isSamePosition }) => isSamePosition),
  };
}

type Likeness = (
  a: AnsweredTurn,
  b: AnsweredTurn,
  book: OptionBook,
) => Promise<{ readonly score: number; readonly isSamePosition: boolean }>;

/** How alike two answers are, kept on the side of the thresholds that their positions put them on. */
function createLikeness(similarity: Similarity, thresholds: CouncilSettings['convergence']): Likeness {
  const { divergenceThreshold, similarityThreshold } = thresholds;
  return async (a, b, book) => {
    const score = await similarity.compare(a.outcome.text, b.outcome.text);
    switch (comparePositionsOf(a, b, book)) {
      case 'same':
        return { score: Math.max(score, divergenceThreshold), isSamePosition: true };
      case 'revised':
        return {
          score: Math.max(Math.min(score, similarityThreshold - MARGIN), divergenceThreshold),
          isSamePosition: false,
        };
      case 'different':
        return { score: Math.min(score, divergenceThreshold - MARGIN), isSamePosition: false };
      case 'unknown':
        return { score, isSamePosition: score >= divergenceThreshold };
    }
  };
}

const MARGIN = 0.01;

/**
 * Votes say it best: the book knows which options are one. Options that it keeps apart are never agreed on, and going
 * from one to the other is never stable; but one may word the other anew or more closely, which is no change of sides.
 */
function comparePositionsOf(a: AnsweredTurn, b: AnsweredTurn, book: OptionBook): PositionChange | 'revised' {
  const [first, second] = [votedFor(a, book), votedFor(b, book)];
  if (first !== undefined && first === second) return 'same';
  const change = comparePositions(positionsOf(a, first), positionsOf(b, second));
  return first !== undefined && second !== undefined && change === 'same' ? 'revised' : change;
}

function positionsOf({ outcome }: AnsweredTurn, voted: BookedOption | undefined): Positions {
  return { option: voted?.text, claims: readClaims(outcome.text) };
}

function votedFor({ outcome }: AnsweredTurn, book: OptionBook): BookedOption | undefined {
  return outcome.vote.kind === 'vote' ? book.find(outcome.vote.vote.option) : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
