/** At most `maxLength` characters, with an ellipsis for what is left out, and never half of a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, Math.max(0, maxLength - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The same with at most `maxBytes` bytes of UTF-8. */
export function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  // A character that is cut in two becomes a replacement character.
  const start = Buffer.from(text)
    .subarray(0, maxBytes - Buffer.byteLength('…'))
    .toString();
  return `${start.replace(/\ufffd$/, '')}…`;
}
