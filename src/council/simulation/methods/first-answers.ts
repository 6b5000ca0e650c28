import { buildPrompt } from '../../prompt/build-prompt.js';
import type { SimulatedQuestion } from '../question.js';
import type { ScriptedModel } from '../scripted-model.js';
import { creditOf, type MethodRun, methodRun } from './method-run.js';

export interface FirstAnswers {
  readonly majority: MethodRun;
  /** The share of the models that answered and were right: what one of them, asked alone, comes to. */
  readonly single: number;
  /** Whether one of them was right: the most that choosing among first answers could come to. */
  readonly oracle: number;
}

/** Everybody is asked once, blind, with the engine's own first prompt. */
export function askOnce(question: SimulatedQuestion, models: readonly ScriptedModel[]): FirstAnswers {
  const prompt = firstPrompt(question);
  for (const model of models) model.answer(prompt);
  const votes = models.map(({ deeds }) => deeds.last);
  const right = votes.filter((vote) => vote === question.right).length;
  return {
    majority: methodRun(creditOf(votes, question.right), models, question),
    single: right / models.length,
    oracle: right > 0 ? 1 : 0,
  };
}

function firstPrompt({ text }: SimulatedQuestion): string {
  return buildPrompt({
    question: text,
    context: undefined,
    stance: 'neutral',
    round: 1,
    rounds: 1,
    options: [],
    ownLastAnswer: undefined,
    peers: [],
  });
}
