import { quote, renderSections, type Section } from '../../prompt/sections.js';
import type { SimulatedQuestion } from '../question.js';
import type { ScriptedModel } from '../scripted-model.js';
import { creditOf, type MethodRun, methodRun } from './method-run.js';

/**
 * The debate without safeguards: the models speak in turn, under their names, and each reads everything said so far,
 * in the first round too. Three rounds, whatever is said; the majority of the last answers wins.
 */
export function debateNaively(question: SimulatedQuestion, models: readonly ScriptedModel[]): MethodRun {
  const said = new Map<ScriptedModel, string>();
  // Who speaks first sways the rest: every seat has its turn at that.
  const start = question.number % models.length;
  const speakers = [...models.slice(start), ...models.slice(0, start)];
  for (let round = 1; round <= NAIVE_ROUNDS; round++) {
    for (const speaker of speakers) {
      const answer = speaker.answer(promptFor(speaker, round, question, models, said));
      if (answer.ok) said.set(speaker, answer.value.text);
    }
  }
  const votes = models.map(({ deeds }) => deeds.last);
  return methodRun(creditOf(votes, question.right), models, question);
}

export const NAIVE_ROUNDS = 3;

function promptFor(
  speaker: ScriptedModel,
  round: number,
  question: SimulatedQuestion,
  models: readonly ScriptedModel[],
  said: ReadonlyMap<ScriptedModel, string>,
): string {
  const sections: Section[] = [{ heading: 'Question', body: quote(question.text) }];
  models.forEach((model, seat) => {
    const text = said.get(model);
    if (text === undefined) return;
    sections.push({ heading: model === speaker ? 'Your own last answer' : `Model ${seat + 1}`, body: quote(text) });
  });
  sections.push({ heading: `What to do in round ${round} of ${NAIVE_ROUNDS}`, body: 'Discuss and vote.' });
  return renderSections(sections);
}
