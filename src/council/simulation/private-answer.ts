import type { SimulatedQuestion } from './question.js';
import { pick, type Random, randomStream } from './random.js';

/** What a model believes before it has read anybody, and how it puts that. */
export interface PrivateAnswer {
  readonly option: number;
  readonly confidence: number;
  /** For each option the words in which this model names it. */
  readonly wordings: readonly string[];
}

export interface Habits {
  readonly seed: number;
  readonly seat: number;
  readonly accuracy: number;
  readonly conformity: number;
  readonly correction: number;
  readonly calibrated: boolean;
  readonly failures: number;
}

export function answerPrivately(question: SimulatedQuestion, habits: Habits): PrivateAnswer {
  const random = randomStream(habits.seed, 'private', question.number, habits.seat);
  const confidence = habits.calibrated ? knownDoubt(random, habits.accuracy) : sureOfItself(random);
  const chance = habits.calibrated ? confidence : habits.accuracy;
  const isRight = random() < chance;
  const temptation = random();
  const wordings = question.options.map((words) => pick(random, words));
  return { option: isRight ? question.right : tempting(question, temptation), confidence, wordings };
}

/**
 * Confidence first, then right with exactly that chance: that is what calibrated means. The confidences lie evenly
 * around the accuracy, so that their mean is the accuracy.
 */
function knownDoubt(random: Random, accuracy: number): number {
  const reach = Math.min(WIDEST, accuracy, 1 - accuracy);
  return toHundredths(accuracy + (2 * random() - 1) * reach);
}

const WIDEST = 0.3;

/** High figures in coarse steps, right or wrong. */
export function sureOfItself(random: Random): number {
  return toHundredths(0.8 + 0.05 * Math.floor(random() * 4));
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Errors are not spread evenly: half of them fall on one option, which is the same for every model. */
function tempting({ wrong }: SimulatedQuestion, draw: number): number {
  const [first = 0, ...rest] = wrong;
  if (draw < COMMON_ERROR || rest.length === 0) return first;
  return rest[Math.floor(((draw - COMMON_ERROR) / (1 - COMMON_ERROR)) * rest.length)] ?? first;
}

const COMMON_ERROR = 0.5;
