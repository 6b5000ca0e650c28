import type { SimulatedQuestion } from '../question.js';
import type { ScriptedModel } from '../scripted-model.js';
import { creditOf, type MethodRun, methodRun } from './method-run.js';
import { FIXED_ROUNDS, openPrompt } from './open-prompt.js';

/**
 * The naive debate with one safeguard, a blind first round: all answer at once, then all read all the answers of the
 * round before, under their names. Three rounds, whatever is said; the majority of the last answers wins.
 */
export function debateInOpenRounds(question: SimulatedQuestion, models: readonly ScriptedModel[]): MethodRun {
  let said: ReadonlyMap<ScriptedModel, string> = new Map();
  for (let round = 1; round <= FIXED_ROUNDS; round++) {
    const heard = new Map(said);
    for (const speaker of models) {
      const answer = speaker.answer(openPrompt({ speaker, round, question, models, said }));
      if (answer.ok) heard.set(speaker, answer.value.text);
    }
    said = heard;
  }
  const votes = models.map(({ deeds }) => deeds.last);
  return methodRun(creditOf(votes, question.right), models, question);
}
