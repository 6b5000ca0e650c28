import { quote, renderSections, type Section } from '../../prompt/sections.js';
import type { SimulatedQuestion } from '../question.js';
import type { ScriptedModel } from '../scripted-model.js';

/** How long a debate goes on that nothing ends early. */
export const FIXED_ROUNDS = 3;

export interface OpenTurn {
  readonly speaker: ScriptedModel;
  readonly round: number;
  readonly question: SimulatedQuestion;
  readonly models: readonly ScriptedModel[];
  /** What each of them has said last, as far as the speaker may know it. */
  readonly said: ReadonlyMap<ScriptedModel, string>;
}

/** A prompt without safeguards: everybody's last answer under its name, and nothing said about how to weigh them. */
export function openPrompt({ speaker, round, question, models, said }: OpenTurn): string {
  const sections: Section[] = [{ heading: 'Question', body: quote(question.text) }];
  models.forEach((model, seat) => {
    const text = said.get(model);
    if (text === undefined) return;
    sections.push({ heading: model === speaker ? 'Your own last answer' : `Model ${seat + 1}`, body: quote(text) });
  });
  sections.push({ heading: `What to do in round ${round} of ${FIXED_ROUNDS}`, body: 'Discuss and vote.' });
  return renderSections(sections);
}
