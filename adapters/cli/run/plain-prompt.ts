/**
 * In a prompt for Claude Code or Gemini, `@path` attaches that file, even without any tools, and a leading `/` is a
 * command. A prompt contains other participants' answers, which could leak a private file this way. An invisible word
 * joiner after the `@` makes it plain text.
 */
export function asPlainPrompt(prompt: string): string {
  const inert = prompt.replace(/@(?=\S)/g, `@${WORD_JOINER}`);
  return /^[/!#]/.test(inert) ? `\n${inert}` : inert;
}

/** Removes the joiner from an answer that quotes the prompt. */
export function withoutJoiners(answer: string): string {
  return answer.replaceAll(`@${WORD_JOINER}`, '@');
}

const WORD_JOINER = '\u2060';
