/** Whether the words stand in the text: white space, the shape of quotation marks and an ellipsis do not matter. */
export function containsQuote(text: string, quote: string): boolean {
  const squeezed = squeeze(text);
  const parts = quote
    .split(/…|\.{3}/)
    .map(squeeze)
    .filter((part) => part !== '');
  let from = 0;
  for (const part of parts) {
    const found = squeezed.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return parts.length > 0;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '').replace(/["'`“”‘’]/g, "'");
}
