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
