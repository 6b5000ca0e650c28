/**
 * A prompt is a row of sections with a `## ` heading. Whatever another party wrote (the question, the context, a
 * peer's answer) is quoted line by line: a model that echoes it cannot cast a peer's vote or repeat its requests,
 * because quoted lines are neither, and no text can close its section and pose as instructions.
 */
export interface Section {
  readonly heading: string;
  readonly body: string;
}

export function renderSections(sections: readonly Section[]): string {
  return sections.map(({ heading, body }) => `## ${heading}\n${body}\n`).join('\n');
}

export function quote(text: string): string {
  return text
    .trim()
    .split(LINE_BREAK)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

// Every character that some reader takes for the end of a line: an unquoted remainder would pass for our own words.
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * One participant that floods its answer must not push the others over their limit: the answers of a round share what
 * fits into a prompt. The beginning and the end are kept: they have the position and the vote.
 */
export function shortenAnswer(answer: string, answersInPrompt: number): string {
  const limit = Math.min(MAX_ANSWER_LENGTH, Math.floor(MAX_TOTAL_LENGTH / Math.max(1, answersInPrompt)));
  if (answer.length <= limit) return answer;
  const half = Math.floor(limit / 2);
  const left = answer.length - 2 * half;
  return `${answer.slice(0, half)}\n… ${left} characters left out …\n${answer.slice(-half)}`;
}

// The smallest tool takes 100,000 characters; question, context and instructions must fit in addition to the answers.
const MAX_TOTAL_LENGTH = 64_000;
const MAX_ANSWER_LENGTH = 24_000;
