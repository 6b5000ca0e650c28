/** Where a value stands in a JSON text: from its first character to behind its last. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Member {
  readonly key: string;
  /** From the key's quotation mark to behind the value. */
  readonly whole: Place;
  readonly value: Place;
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
export function elementsAt(text: string, start: number): Place[] {
  const elements: Place[] = [];
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
  let place = at;
  while (place < text.length && ' \t\r\n'.includes(text[place] ?? '')) place++;
  return place;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== '{' && first !== '[') {
    let at = start;
    while (at < text.length && !',]} \t\r\n'.includes(text[at] ?? '')) at++;
    return at;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
