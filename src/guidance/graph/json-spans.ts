/** Where a value stands in a JSON text: from its first character to behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Member {
  readonly key: string;
  /** From the key's quotation mark to behind the value. */
  readonly whole: Span;
  readonly value: Span;
}

// The text was parsed before, so it is valid JSON; these only find their way in it, without recursion: a file may be
// nested deeper than the stack.

/** The members of the object that starts at `start`. */
export function membersAt(text: string, start: number): Member[] {
  const members: Member[] = [];
  let at = skipBlanks(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const valueStart = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    const value = { start: valueStart, end: valueEnd(text, valueStart) };
    const key = JSON.parse(text.slice(at, keyEnd)) as string;
    members.push({ key, whole: { start: at, end: value.end }, value });
    at = skipBlanks(text, value.end);
    if (text[at] !== ',') break;
    at = skipBlanks(text, at + 1);
  }
  return members;
}

/** The elements of the list that starts at `start`. */
export function elementsAt(text: string, start: number): Span[] {
  const elements: Span[] = [];
  let at = skipBlanks(text, start + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    elements.push({ start: at, end });
    at = skipBlanks(text, end);
    if (text[at] !== ',') break;
    at = skipBlanks(text, at + 1);
  }
  return elements;
}

export function skipBlanks(text: string, at: number): number {
  let index = at;
  while (index < text.length && ' \t\r\n'.includes(text[index] ?? '')) index++;
  return index;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== '{' && first !== '[') {
    let at = start;
    while (at < text.length && !',]} \t\r\n'.includes(text[at] ?? '')) at++;
    return at;
  }
  // By their codes: a graph may have tens of millions of characters.
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at) - 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if ((code === CLOSE_OBJECT || code === CLOSE_LIST) && --depth === 0) return at + 1;
  }
  return text.length;
}

const [QUOTE, OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x22, 0x7b, 0x5b, 0x7d, 0x5d];

function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end + 1;
  }
  return text.length;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === '\\') before--;
  return (at - before) % 2 === 0;
}
