import type { Axis } from './axis.js';
import type { Experience } from './experience.js';

export interface AxisText {
  /** The text that is embedded and searched. */
  readonly text: string;
  /** The statements that it is made of, each about as long as a value. */
  readonly statements: readonly string[];
}

/** Finds the text of an experience on an axis; undefined if it says nothing there. */
export function axisText(experience: Experience, axis: Axis): AxisText | undefined {
  const found = { full, strategy, surprise, root_cause: rootCause }[axis](experience);
  return found.statements.some((statement) => /[\p{Letter}\p{Number}]/u.test(statement)) ? found : undefined;
}

function full(experience: Experience): AxisText {
  const { goal, hypothesis, action, prediction, outcomeResult } = experience;
  const statements = present([
    goal,
    hypothesis,
    action,
    prediction,
    outcomeResult,
    experience.surprise,
    experience.rootCause?.description,
    ...lesson(experience),
  ]);
  return { text: inSentences(statements), statements };
}

/** The strategy's own name is said once: it is the same for thousands of experiences and must not drown what was done. */
function strategy(experience: Experience): AxisText {
  const statements = present([experience.action, experience.outcomeResult, ...lesson(experience)]);
  return { text: inSentences([asWords(experience.strategy), ...statements, experience.outcomeStatus]), statements };
}

function surprise(experience: Experience): AxisText {
  const said = present([experience.surprise]);
  return { text: inSentences(said), statements: withLesson(said, experience) };
}

function rootCause(experience: Experience): AxisText {
  const { rootCause: cause } = experience;
  const said = present([cause?.description]);
  return {
    text: inSentences(cause === null ? [] : [asWords(cause.category), ...said]),
    statements: withLesson(said, experience),
  };
}

/** Conclusions from a cause or a surprise sound like the lesson that was written with it. */
function withLesson(said: readonly string[], experience: Experience): string[] {
  return said.length === 0 ? [] : [...said, ...present(lesson(experience))];
}

function lesson({ lesson: learned }: Experience): (string | undefined)[] {
  return [learned?.what_worked, learned?.takeaway];
}

function present(texts: readonly (string | null | undefined)[]): string[] {
  return texts.flatMap((text) => (text == null || text.trim() === '' ? [] : [text.trim()]));
}

function inSentences(texts: readonly string[]): string {
  return texts.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
}

function asWords(name: string): string {
  return name.replaceAll('-', ' ');
}
