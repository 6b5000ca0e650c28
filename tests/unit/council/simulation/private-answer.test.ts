import { describe, expect, it } from 'vitest';
import { answerPrivately, type Habits } from '../../../../src/council/simulation/private-answer.js';
import { makeQuestion } from '../../../../src/council/simulation/question.js';

const HABITS: Habits = {
  seed: 3,
  seat: 0,
  accuracy: 0.7,
  conformity: 0,
  correction: 0,
  calibrated: true,
  failures: 0,
};
const QUESTIONS = 20_000;

function answers(changes: Partial<Habits>) {
  return Array.from({ length: QUESTIONS }, (_, number) => {
    const question = makeQuestion(3, number);
    const answer = answerPrivately(question, { ...HABITS, ...changes });
    return { ...answer, isRight: answer.option === question.right, isCommon: answer.option === question.wrong[0] };
  });
}

const share = <Value>(values: readonly Value[], isCounted: (value: Value) => boolean) =>
  values.filter(isCounted).length / values.length;

describe('a private answer', () => {
  it.each([
    [0.55, true],
    [0.7, false],
    [0.85, true],
  ])('is right as often as the accuracy says (%s, calibrated: %s)', (accuracy, calibrated) => {
    expect(share(answers({ accuracy, calibrated }), ({ isRight }) => isRight)).toBeCloseTo(accuracy, 1.7);
  });

  it('states a confidence that is the share of times it is right, if it is calibrated', () => {
    const all = answers({});
    for (const [from, to] of [
      [0.4, 0.6],
      [0.6, 0.8],
      [0.8, 1.01],
    ] as const) {
      const within = all.filter(({ confidence }) => confidence >= from && confidence < to);
      const stated = within.reduce((sum, { confidence }) => sum + confidence, 0) / within.length;
      expect(Math.abs(share(within, ({ isRight }) => isRight) - stated)).toBeLessThan(0.02);
    }
  });

  it('is as sure when it is wrong as when it is right, if it is not', () => {
    const all = answers({ calibrated: false });
    const sure = (right: boolean) =>
      share(
        all.filter(({ isRight }) => isRight === right),
        ({ confidence }) => confidence >= 0.9,
      );
    expect(all.every(({ confidence }) => confidence >= 0.8)).toBe(true);
    expect(Math.abs(sure(true) - sure(false))).toBeLessThan(0.03);
  });

  it('falls for the common error in half of all errors', () => {
    const wrong = answers({}).filter(({ isRight }) => !isRight);
    expect(Math.abs(share(wrong, ({ isCommon }) => isCommon) - 0.5)).toBeLessThan(0.03);
  });

  it('is independent of that of another seat, given the question', () => {
    const [one, other] = [answers({ seat: 0 }), answers({ seat: 1 })];
    const together = share([...one.keys()], (index) => one[index]?.isRight === true && other[index]?.isRight === true);
    expect(Math.abs(together - 0.49)).toBeLessThan(0.02);
  });
});
