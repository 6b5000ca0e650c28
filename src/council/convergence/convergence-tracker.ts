import type { Similarity } from '../../semantics/index.js';
import { type AnsweredTurn, answeredTurns, lastAnswerOf, type RoundRecord } from '../debate/debate-record.js';
import type { OptionBook } from '../options/option-book.js';
import type { ConvergenceInfo } from '../result.js';
import type { CouncilSettings } from '../settings.js';

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
  const scores: RoundScores[] = [];
  let perParticipant: Record<string, number> = {};
  let stableRounds = 0;
  let status: SemanticStatus | undefined;
  let detectionRound: number | null = null;

  return {
    backend: similarity.backend,
    status: () => status,
    detectionRound: () => detectionRound,
    scoresByRound: () => scores,
    perParticipant: () => perParticipant,
    assess: async (rounds, book) => {
      const current = rounds.at(-1);
      if (!thresholds.enabled || current === undefined || rounds.length - 1 < thresholds.minRoundsBeforeCheck) return;
      const changes = await compareWithLast(current, rounds.slice(0, -1), similarity);
      if (changes.length === 0) return;

      const minimum = Math.min(...changes.map((change) => change.score));
      const average = mean(changes.map((change) => change.score));
      const answered = answeredTurns(current);
      const agreement = await agreementBetween(answered, similarity);
      scores.push({ round: current.round, minimum, average, agreement });
      perParticipant = Object.fromEntries(changes.map(({ participant, score }) => [participant, score]));

      stableRounds = minimum >= thresholds.similarityThreshold ? stableRounds + 1 : 0;
      if (stableRounds >= thresholds.consecutiveStableRounds) {
        status = positionsAgree(answered, book, agreement, thresholds.divergenceThreshold) ? 'converged' : 'impasse';
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
  similarity: Similarity,
): Promise<Change[]> {
  const pairs = answeredTurns(current).flatMap((turn) => {
    const last = lastAnswerOf(turn.seat, before);
    return last === undefined ? [] : [{ turn, last }];
  });
  return Promise.all(
    pairs.map(async ({ turn, last }) => ({
      participant: turn.seat.participant,
      score: await similarity.compare(last.outcome.text, turn.outcome.text),
    })),
  );
}

async function agreementBetween(turns: readonly AnsweredTurn[], similarity: Similarity): Promise<number> {
  const pairs = turns.flatMap((a, index) => turns.slice(index + 1).map((b) => [a, b] as const));
  const scores = await Promise.all(pairs.map(([a, b]) => similarity.compare(a.outcome.text, b.outcome.text)));
  return scores.length === 0 ? 1 : mean(scores);
}

/** Votes say it best: texts that argue opposite sides of one question look alike. */
function positionsAgree(
  turns: readonly AnsweredTurn[],
  book: OptionBook,
  agreement: number,
  divergenceThreshold: number,
): boolean {
  const options = turns.flatMap(({ outcome }) =>
    outcome.vote.kind === 'vote' ? [book.find(outcome.vote.vote.option)] : [],
  );
  if (options.length > 0) return new Set(options).size === 1;
  return agreement >= divergenceThreshold;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
