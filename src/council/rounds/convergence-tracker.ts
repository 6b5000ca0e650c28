import type { Similarity } from '../../semantics/index.js';
import type { ConvergenceInfo } from '../contract/result.js';
import type { CouncilSettings } from '../contract/settings.js';
import type { VoteOption } from '../contract/vote.js';
import type { OptionList } from '../options/option-list.js';
import { type AnsweredTurn, answeredTurns, findLastAnswer, type RoundRecord } from './debate-record.js';

type SemanticStatus = 'converged' | 'refining' | 'diverging' | 'impasse';
type RoundScores = ConvergenceInfo['scores_by_round'][number];

/** Follows one deliberation from round to round. Its state belongs to that deliberation alone. */
export interface ConvergenceTracker {
  readonly backend: string;
  /** Call once after each round. */
  assess(rounds: readonly RoundRecord[], options: OptionList): Promise<void>;
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
    // Read late: the backend may change when one fails, and is known only after the first comparison.
    get backend() {
      return similarity.backend;
    },
    status: () => status,
    detectionRound: () => detectionRound,
    scoresByRound: () => scores,
    perParticipant: () => perParticipant,
    assess: async (rounds, options) => {
      const current = rounds.at(-1);
      if (!thresholds.enabled || current === undefined || rounds.length - 1 < thresholds.minRoundsBeforeCheck) return;
      const compare = comparison(similarity, thresholds, options);
      const changes = await compareWithLast(current, rounds.slice(0, -1), compare);
      if (changes.length === 0) return;

      const minimum = Math.min(...changes.map(([, score]) => score));
      const average = mean(changes.map(([, score]) => score));
      const { agreement, isAgreed } = await compareWithPeers(answeredTurns(current), compare);
      scores.push({ round: current.round, minimum, average, agreement });
      perParticipant = Object.fromEntries(changes);

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

/** Each participant against its own last answer: how far it still moves. */
async function compareWithLast(
  current: RoundRecord,
  before: readonly RoundRecord[],
  compare: Comparison,
): Promise<(readonly [participant: string, score: number])[]> {
  const compared = answeredTurns(current).map(async (turn) => {
    const last = findLastAnswer(turn.seat, before);
    return last === undefined ? [] : [[turn.seat.participant, (await compare(last, turn)).score] as const];
  });
  return (await Promise.all(compared)).flat();
}

/** Each participant against each other: the mean similarity, and whether all take the same position. */
async function compareWithPeers(turns: readonly AnsweredTurn[], compare: Comparison) {
  const pairs = turns.flatMap((a, index) => turns.slice(index + 1).map((b) => compare(a, b)));
  const compared = await Promise.all(pairs);
  return {
    agreement: compared.length === 0 ? 1 : mean(compared.map(({ score }) => score)),
    isAgreed: compared.every(({ isSamePosition }) => isSamePosition),
  };
}

type Comparison = (
  a: AnsweredTurn,
  b: AnsweredTurn,
) => Promise<{ readonly score: number; readonly isSamePosition: boolean }>;

/** How similar two answers are. Votes say better than words whether they are for the same option. */
function comparison(
  similarity: Similarity,
  { divergenceThreshold }: CouncilSettings['convergence'],
  options: OptionList,
): Comparison {
  return async (a, b) => {
    const score = await similarity.compare(a.outcome.text, b.outcome.text);
    const [first, second] = [votedFor(a, options), votedFor(b, options)];
    if (first === undefined || second === undefined) return { score, isSamePosition: score >= divergenceThreshold };
    return first === second
      ? { score: Math.max(score, divergenceThreshold), isSamePosition: true }
      : { score: Math.min(score, divergenceThreshold - MARGIN), isSamePosition: false };
  };
}

const MARGIN = 0.01;

function votedFor({ outcome }: AnsweredTurn, options: OptionList): VoteOption | undefined {
  return outcome.vote.kind === 'vote' ? options.find(outcome.vote.vote.option) : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
