/**
 * The position behind the brace that closes the object at `start`, or `end` for one that is never closed. Braces inside
 * strings do not count.
 */
export function closingBrace(text: string, start: number, end: number): number {
  let depth = 0;
  let inString = false;
  for (let position = start; position < end; position++) {
    const character = text[position];
    if (inString) {
      if (character === '\\') position++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return position + 1;
  }
  return end;
}
