import type { SimulatedQuestion } from './question.js';
import { type Random, randomStream } from './random.js';

export interface Habits {
  readonly seed: number;
  /** The index of the model in its panel. */
  readonly seat: number;
  readonly accuracy: number;
  readonly conformity: number;
  readonly correction: number;
  readonly calibrated: boolean;
  readonly failures: number;
}

/** One model at one question, in one method. What it did is kept for the figures. */
export interface ScriptedModel {
  readonly seat: number;
  /** What it believes before it has read any other answer. */
  readonly privateOption: number;
  readonly history: History;
  /** Its next answer after it has read the last option of each of the others; undefined if the call fails. */
  answer(others: readonly number[]): ScriptedAnswer | undefined;
}

interface History {
  calls: number;
  /** The option of its last answer; undefined while every call has failed. */
  lastOption: number | undefined;
  /** Turns in which most of the others disagreed with it and no argument convinced it. */
  underPressure: number;
  /** Of those, the turns in which it gave in. */
  gaveIn: number;
}

export interface ScriptedAnswer {
  readonly option: number;
  readonly confidence: number;
  readonly change: 'none' | 'convinced' | 'gave in';
}

export function createScriptedModel(question: SimulatedQuestion, habits: Habits): ScriptedModel {
  const first = answerPrivately(question, habits);
  const history: History = { calls: 0, lastOption: undefined, underPressure: 0, gaveIn: 0 };
  return {
    seat: habits.seat,
    privateOption: first.option,
    history,
    answer: (others) => {
      history.calls++;
      // All are drawn in every turn, used or not, so that every method has the same luck.
      const random = randomStream(habits.seed, 'turn', question.number, habits.seat, history.calls);
      const draws = { failure: random(), argument: random(), pressure: random(), confidence: overconfidence(random) };
      if (draws.failure < habits.failures) return undefined;

      const own = history.lastOption ?? first.option;
      const after = (calibrated: number) => (habits.calibrated ? calibrated : draws.confidence);
      const majority = majorityAgainst(own, others);
      const answer = ((): ScriptedAnswer => {
        // Arguments come first: only a model that is not convinced feels the number of the others.
        if (own !== question.right && others.includes(question.right) && draws.argument < habits.correction) {
          return { option: question.right, confidence: after(0.8), change: 'convinced' };
        }
        if (majority !== undefined) history.underPressure++;
        if (majority !== undefined && draws.pressure < habits.conformity) {
          history.gaveIn++;
          return { option: majority, confidence: after(0.5), change: 'gave in' };
        }
        const confidence = own === first.option ? first.confidence : after(0.8);
        return { option: own, confidence, change: 'none' };
      })();
      history.lastOption = answer.option;
      return answer;
    },
  };
}

/** The option that more than half of the others agree on, unless it is the model's own. */
function majorityAgainst(own: number, others: readonly number[]): number | undefined {
  const found = others.find((option) => others.filter((other) => other === option).length * 2 > others.length);
  return found === own ? undefined : found;
}

export function answerPrivately(question: SimulatedQuestion, habits: Habits) {
  const random = randomStream(habits.seed, 'private', question.number, habits.seat);
  const confidence = habits.calibrated ? calibratedConfidence(random, habits.accuracy) : overconfidence(random);
  const isRight = random() < (habits.calibrated ? confidence : habits.accuracy);
  const option = isRight ? question.right : wrongOption(question, random());
  return { option, confidence };
}

/** Drawn first; the model is then right with exactly that probability. The mean is the accuracy. */
function calibratedConfidence(random: Random, accuracy: number): number {
  const spread = Math.min(MAX_SPREAD, accuracy, 1 - accuracy);
  return toHundredths(accuracy + (2 * random() - 1) * spread);
}

const MAX_SPREAD = 0.3;

function overconfidence(random: Random): number {
  return toHundredths(0.8 + 0.05 * Math.floor(random() * 4));
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Half of all errors fall on one option, the same for every model. */
function wrongOption({ wrong }: SimulatedQuestion, draw: number): number {
  const [first = 0, ...rest] = wrong;
  if (draw < COMMON_ERROR) return first;
  return rest[Math.floor(((draw - COMMON_ERROR) / (1 - COMMON_ERROR)) * rest.length)] ?? first;
}

const COMMON_ERROR = 0.5;
