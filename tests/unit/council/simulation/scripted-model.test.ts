import { describe, expect, it } from 'vitest';
import { type Briefing, buildPrompt } from '../../../../src/council/prompt/build-prompt.js';
import type { Habits } from '../../../../src/council/simulation/private-answer.js';
import { makeQuestion, type SimulatedQuestion } from '../../../../src/council/simulation/question.js';
import { createScriptedModel } from '../../../../src/council/simulation/scripted-model.js';
import { parseVote } from '../../../../src/council/vote/parse-vote.js';

const HABITS: Habits = { seed: 5, seat: 0, accuracy: 0, conformity: 0, correction: 0, calibrated: false, failures: 0 };

/** The engine's own prompt of a second round, in which the others voted for these options. */
function secondRound(question: SimulatedQuestion, own: number, others: readonly number[]): string {
  const text = (option: number) => question.options[option]?.[0] ?? '';
  const answer = (option: number) =>
    `I hold that.\n\nVOTE: ${JSON.stringify({ option: text(option), confidence: 0.9, rationale: 'so' })}`;
  const options = [...new Set([own, ...others])].map((option, index) => ({ id: `O${index + 1}`, text: text(option) }));
  const briefing: Briefing = {
    question: question.text,
    context: undefined,
    stance: 'neutral',
    round: 2,
    rounds: 2,
    options,
    ownLastAnswer: answer(own),
    peers: others.map((option, index) => ({ label: `Participant ${'ABCD'[index]}`, answer: answer(option) })),
  };
  return buildPrompt(briefing);
}

function turn(question: SimulatedQuestion, own: number, others: readonly number[], changes: Partial<Habits>) {
  const model = createScriptedModel(question, { ...HABITS, ...changes });
  const reply = model.answer(secondRound(question, own, others));
  if (!reply.ok) throw new Error('the call failed');
  const parsed = parseVote(reply.value.text);
  if (parsed.kind !== 'vote') throw new Error(parsed.reason);
  return { last: model.deeds.last, vote: parsed.vote, deeds: model.deeds };
}

const question = makeQuestion(5, 1);
const [common = 0, rare = 0] = question.wrong;

describe('a scripted model', () => {
  it('keeps its answer when nothing can move it', () => {
    const { last, vote } = turn(question, common, [question.right, question.right], {});
    expect(last).toBe(common);
    expect(vote.changed_because).toBeUndefined();
    expect(vote.option).toBe('O1');
  });

  it('gives in to a majority that it reads, right or wrong, and says so', () => {
    const toWrong = turn(question, question.right, [rare, rare], { conformity: 1 });
    expect(toWrong.last).toBe(rare);
    expect(toWrong.vote.changed_because).toMatch(/^most of the others chose /);
    expect(toWrong.deeds).toMatchObject({ pressed: 1, gaveIn: 1 });
    expect(turn(question, common, [question.right, question.right], { conformity: 1 }).last).toBe(question.right);
  });

  it('feels no pressure where the others are divided', () => {
    const divided = turn(question, question.right, [common, rare], { conformity: 1 });
    expect(divided.last).toBe(question.right);
    expect(divided.deeds.pressed).toBe(0);
    expect(turn(question, question.right, [rare, rare, common, question.right], { conformity: 1 }).last).toBe(
      question.right,
    );
  });

  it('is convinced by a single voice for the right option, and names whose point it was', () => {
    const { last, vote } = turn(question, common, [common, question.right, common], { correction: 1, conformity: 1 });
    expect(last).toBe(question.right);
    expect(vote.changed_because).toContain('Participant B');
  });

  it('is never argued out of the right option', () => {
    expect(turn(question, question.right, [common, rare], { correction: 1 }).last).toBe(question.right);
  });

  it('gives in, is convinced and fails as often as its habits say', () => {
    const numbers = Array.from({ length: 4000 }, (_, index) => makeQuestion(5, index));
    const share = (isCounted: (asked: SimulatedQuestion) => boolean) =>
      numbers.filter(isCounted).length / numbers.length;
    const gaveIn = share((asked) => {
      const [wrong = 0] = asked.wrong;
      return turn(asked, asked.right, [wrong, wrong], { conformity: 0.3 }).last === wrong;
    });
    const convinced = share((asked) => {
      const [wrong = 0, other = 0] = asked.wrong;
      return turn(asked, wrong, [asked.right, other], { correction: 0.3 }).last === asked.right;
    });
    const failed = share((asked) => {
      const model = createScriptedModel(asked, { ...HABITS, failures: 0.2 });
      return !model.answer(secondRound(asked, asked.right, [])).ok;
    });
    expect(Math.abs(gaveIn - 0.3)).toBeLessThan(0.03);
    expect(Math.abs(convinced - 0.3)).toBeLessThan(0.03);
    expect(Math.abs(failed - 0.2)).toBeLessThan(0.03);
  });

  it('keeps the fault of a prompt that it cannot read, instead of passing it off as a failed call', () => {
    const model = createScriptedModel(question, HABITS);
    expect(model.answer('Who are you?').ok).toBe(false);
    expect(model.deeds.fault?.message).toMatch(/which round/);
  });
});
