import { describe, expect, it } from 'vitest';
import { makeQuestion, type SimulatedQuestion } from '../../../../scripts/simulate/question.js';
import { answerPrivately, createScriptedModel, type Habits } from '../../../../scripts/simulate/scripted-model.js';

const HABITS: Habits = { seed: 5, seat: 0, accuracy: 1, conformity: 0, correction: 0, calibrated: false, failures: 0 };
const QUESTIONS = Array.from({ length: 4000 }, (_, number) => makeQuestion(5, number));
const share = (isCounted: (question: SimulatedQuestion) => boolean) =>
  QUESTIONS.filter(isCounted).length / QUESTIONS.length;

/** The answer of a model that is right (accuracy 1) or wrong (0) on its own, after it has read the others. */
function turn(question: SimulatedQuestion, others: readonly number[], changes: Partial<Habits>) {
  const model = createScriptedModel(question, { ...HABITS, ...changes });
  return { answer: model.answer(others), model };
}

const question = makeQuestion(5, 1);
const [common = 0, rare = 0] = question.wrong;
const { right } = question;

describe('a scripted model', () => {
  it('keeps its answer when nothing can move it', () => {
    const { answer, model } = turn(question, [right, right], { accuracy: 0 });
    expect(answer).toMatchObject({ option: model.privateOption, change: 'none' });
    expect(model.privateOption).not.toBe(right);
  });

  it('gives in to a majority of the others, right or wrong', () => {
    const { answer, model } = turn(question, [rare, rare], { conformity: 1 });
    expect(answer).toMatchObject({ option: rare, change: 'gave in' });
    expect(model.history).toMatchObject({ underPressure: 1, gaveIn: 1 });
    expect(turn(question, [right, right], { conformity: 1, accuracy: 0 }).answer?.option).toBe(right);
  });

  it('feels no pressure if the others are divided', () => {
    const { answer, model } = turn(question, [common, rare], { conformity: 1 });
    expect(answer?.option).toBe(right);
    expect(model.history.underPressure).toBe(0);
  });

  it('is convinced by one answer for the right option, and never argued out of it', () => {
    const habits = { correction: 1, conformity: 1, accuracy: 0 };
    expect(turn(question, [common, right, common], habits).answer).toMatchObject({
      option: right,
      change: 'convinced',
    });
    expect(turn(question, [common, rare], { correction: 1 }).answer?.option).toBe(right);
  });

  it('gives in, is convinced, fails and is right as often as its habits say', () => {
    const gaveIn = share((asked) => {
      const [wrong = 0] = asked.wrong;
      return turn(asked, [wrong, wrong], { conformity: 0.3 }).answer?.option === wrong;
    });
    const convinced = share(
      (asked) => turn(asked, [asked.right], { correction: 0.3, accuracy: 0 }).answer?.option === asked.right,
    );
    const failed = share((asked) => turn(asked, [], { failures: 0.2 }).answer === undefined);
    const isRight = share((asked) => answerPrivately(asked, { ...HABITS, accuracy: 0.7 }).option === asked.right);
    expect(Math.abs(gaveIn - 0.3)).toBeLessThan(0.03);
    expect(Math.abs(convinced - 0.3)).toBeLessThan(0.03);
    expect(Math.abs(failed - 0.2)).toBeLessThan(0.03);
    expect(Math.abs(isRight - 0.7)).toBeLessThan(0.03);
  });

  it('states a confidence that is the share of times it is right, if it is calibrated', () => {
    const answers = QUESTIONS.map((asked) => ({
      ...answerPrivately(asked, { ...HABITS, accuracy: 0.7, calibrated: true }),
      right: asked.right,
    }));
    const sure = answers.filter(({ confidence }) => confidence >= 0.85);
    const mean = sure.reduce((sum, { confidence }) => sum + confidence, 0) / sure.length;
    const share = sure.filter((answer) => answer.option === answer.right).length / sure.length;
    expect(Math.abs(share - mean)).toBeLessThan(0.04);
  });

  it('errs toward the same option as the others in half of its errors', () => {
    const shared = share((asked) => answerPrivately(asked, { ...HABITS, accuracy: 0 }).option === asked.wrong[0]);
    expect(Math.abs(shared - 0.5)).toBeLessThan(0.03);
  });
});
