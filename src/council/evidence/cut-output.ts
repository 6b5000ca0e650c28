/** What a tool showed. */
export interface ToolOutput {
  readonly text: string;
  /** How many characters of it were too many to be kept. */
  readonly leftOut: number;
}

/** The head of an output, with a mark that says how much more there is, and what the reader can do about it. */
export function cutOutput({ text, leftOut }: ToolOutput, maxLength: number, hint: string): string {
  if (text.length <= maxLength && leftOut === 0) return text;
  const room = Math.max(0, maxLength - MAX_COUNT_LENGTH - hint.length);
  const end = text.length <= room ? text.length : wholeCharacters(text, room);
  return `${text.slice(0, end)}\n… ${text.length - end + leftOut} more characters${hint}`;
}

/** For a reader that may ask again. */
export const ASK_NARROWER = '; a narrower request shows them';
/** For a reader of the record. */
export const NOT_KEPT = ' are not kept here';

const MAX_COUNT_LENGTH = 36;

/** Half of a character of two units would be no character at all. */
function wholeCharacters(text: string, room: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(room - 1)) ? room - 1 : room;
}
