/**
 * Claude Code and Gemini read more than text from a prompt: `@path` attaches that file, even when every tool is taken
 * away, and a leading `/` is a command. A prompt holds other participants' answers, so one of them could have a
 * private file read out. An invisible word joiner after the `@` makes it text again.
 */
export function asPlainPrompt(prompt: string): string {
  const inert = prompt.replace(/@(?=\S)/g, `@${WORD_JOINER}`);
  return /^[/!#]/.test(inert) ? `\n${inert}` : inert;
}

/** Takes the joiner out of an answer that quotes the prompt, so that names in it compare equal again. */
export function withoutJoiners(answer: string): string {
  return answer.replaceAll(`@${WORD_JOINER}`, '@');
}

const WORD_JOINER = '\u2060';
