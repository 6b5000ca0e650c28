/** At most so many characters, with an ellipsis for what is left out, and never half of a character of two places. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}
