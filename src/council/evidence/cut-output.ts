/** The head of a result, with a mark that says how much more there is. */
export function cutOutput(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const room = Math.max(0, longest - MARK_LENGTH);
  // Half of a character of two units would be no character at all.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(room - 1)) ? room - 1 : room;
  return `${text.slice(0, end)}\n… ${text.length - end} more characters; a narrower request shows them`;
}

const MARK_LENGTH = 70;
