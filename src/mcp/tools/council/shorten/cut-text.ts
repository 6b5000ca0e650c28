/** The head of a text, with a mark that says how much more there is and where. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half of a character of two units would be no character at all.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  const cut = `${text.slice(0, Math.max(0, end))} […cut here: ${text.length - end} more characters stand in the transcript]`;
  return cut.length < text.length ? cut : text;
}
