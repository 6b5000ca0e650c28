/**
 * The quotation that stands directly behind a place: in double quotes, single quotes or backticks, after at most a colon
 * or a comma and blanks. `before` is the character before the place: a place that itself stands in quotation marks is
 * closed by one, which opens nothing.
 */
export function quotationBehind(text: string, from: number, before: string): string | undefined {
  let position = from;
  const skip = (characters: string, most: number) => {
    for (let count = 0; count < most && characters.includes(text.charAt(position) || '\0'); count++) position++;
  };
  skip(`)]*_\`${CLOSING.get(before)?.join('') ?? ''}`, 4);
  skip(':,', 1);
  skip(' \t', 3);
  const closing = CLOSING.get(text.charAt(position));
  if (closing === undefined) return undefined;
  const end = endOfQuotation(text, position + 1, closing);
  return end === undefined ? undefined : meaningful(text.slice(position + 1, end));
}

/** The words in double quotes directly before a bracket in which the place stands: `"text" (src/a.ts:3)`. */
export function quotationBefore(text: string, placeStart: number): string | undefined {
  const before = text.slice(Math.max(0, placeStart - LONGEST_QUOTE), placeStart);
  const closing = /["”][ \t]{0,3}[([][`*_]{0,3}$/.exec(before.slice(-9))?.[0];
  if (closing === undefined) return undefined;
  const quoted = before.slice(0, -closing.length);
  const start = Math.max(quoted.lastIndexOf('"'), quoted.lastIndexOf('“'));
  return start === -1 ? undefined : meaningful(quoted.slice(start + 1));
}

const CLOSING: ReadonlyMap<string, readonly string[]> = new Map([
  ['"', ['"', '”']],
  ['“', ['"', '”']],
  ["'", ["'", '’']],
  ['‘', ["'", '’']],
  ['`', ['`']],
]);
const LONGEST_QUOTE = 600;

/** An apostrophe inside a word closes nothing. */
function endOfQuotation(text: string, start: number, closing: readonly string[]): number | undefined {
  for (let position = start; position < Math.min(text.length, start + LONGEST_QUOTE); position++) {
    const character = text.charAt(position);
    if (!closing.includes(character)) continue;
    const isApostrophe = closing.includes("'") && /[\p{L}\p{N}]/u.test(text.charAt(position + 1));
    if (!isApostrophe) return position;
  }
  return undefined;
}

function meaningful(quote: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(quote) ? quote.trim() : undefined;
}
