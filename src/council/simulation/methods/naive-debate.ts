import type { SimulatedQuestion } from '../question.js';
import type { ScriptedModel } from '../scripted-model.js';
import { creditOf, type MethodRun, methodRun } from './method-run.js';
import { FIXED_ROUNDS, openPrompt } from './open-prompt.js';

/**
 * The debate without safeguards: the models speak in turn, under their names, and each reads everything said so far,
 * in the first round too. Three rounds, whatever is said; the majority of the last answers wins.
 */
export function debateNaively(question: SimulatedQuestion, models: readonly ScriptedModel[]): MethodRun {
  const said = new Map<ScriptedModel, string>();
  // Who speaks first sways the rest: every seat has its turn at that.
  const start = question.number % models.length;
  const speakers = [...models.slice(start), ...models.slice(0, start)];
  for (let round = 1; round <= FIXED_ROUNDS; round++) {
    for (const speaker of speakers) {
      const answer = speaker.answer(openPrompt({ speaker, round, question, models, said }));
      if (answer.ok) said.set(speaker, answer.value.text);
    }
  }
  const votes = models.map(({ deeds }) => deeds.last);
  return methodRun(creditOf(votes, question.right), models, question);
}
