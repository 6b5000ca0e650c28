/**
 * Edits one member of a JSON object in its text and leaves every other byte alone: the file belongs to a person, who
 * laid it out in their own way. The text must be valid JSON; callers parse it first.
 */
export interface JsonObjectText {
  readonly open: number;
  readonly close: number;
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

export function readObject(text: string, from = 0): JsonObjectText {
  const open = skipSpace(text, from);
  const members: JsonMember[] = [];
  let position = skipSpace(text, open + 1);
  while (text[position] !== '}') {
    const keyEnd = skipString(text, position);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, valueStart);
    members.push({ key: String(JSON.parse(text.slice(position, keyEnd))), start: position, valueStart, end });
    position = skipSpace(text, end);
    if (text[position] === ',') position = skipSpace(text, position + 1);
  }
  return { open, close: position, members };
}

export function findMember(object: JsonObjectText, key: string): JsonMember | undefined {
  return object.members.findLast((member) => member.key === key);
}

export function setMember(text: string, object: JsonObjectText, key: string, value: unknown): string {
  const existing = findMember(object, key);
  const first = object.members[0];
  const last = object.members.at(-1);
  if (existing !== undefined) {
    const shown = layOut(value, text, indentAt(text, existing.start), isOnOwnLine(text, existing.start));
    return text.slice(0, existing.valueStart) + shown + text.slice(existing.end);
  }
  if (first !== undefined && last !== undefined) {
    const space = text.slice(object.open + 1, first.start);
    const shown = layOut(value, text, indentAt(text, first.start), space.includes('\n'));
    return `${text.slice(0, last.end)},${space || ' '}${JSON.stringify(key)}: ${shown}${text.slice(last.end)}`;
  }
  const outer = indentAt(text, object.open);
  const inner = outer + indentUnit(text);
  const shown = layOut(value, text, inner, true);
  const newline = newlineOf(text);
  const body = `{${newline}${inner}${JSON.stringify(key)}: ${shown}${newline}${outer}}`;
  return text.slice(0, object.open) + body + text.slice(object.close + 1);
}

export function removeMember(text: string, object: JsonObjectText, key: string): string {
  const index = object.members.findLastIndex((member) => member.key === key);
  const member = object.members[index];
  if (member === undefined) return text;
  const previous = object.members[index - 1];
  const next = object.members[index + 1];
  if (previous !== undefined) return text.slice(0, previous.end) + text.slice(member.end);
  if (next !== undefined) return text.slice(0, member.start) + text.slice(next.start);
  return text.slice(0, object.open + 1) + text.slice(object.close);
}

export function layOut(value: unknown, text: string, indent: string, onLines: boolean): string {
  if (!onLines) return JSON.stringify(value);
  const newline = newlineOf(text);
  return JSON.stringify(value, null, indentUnit(text)).split('\n').join(`${newline}${indent}`);
}

export function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

export function indentUnit(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}

/** The white space that begins the line of a position. */
export function indentAt(text: string, position: number): string {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, position))?.[0] ?? '';
}

function isOnOwnLine(text: string, position: number): boolean {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1;
  return lineStart > 0 && text.slice(lineStart, position).trim() === '';
}

export function skipSpace(text: string, from: number): number {
  let position = from;
  while (position < text.length && ' \t\r\n'.includes(text[position] ?? '')) position++;
  return position;
}

function skipString(text: string, from: number): number {
  let position = from + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position + 1;
}

export function skipValue(text: string, from: number): number {
  let depth = 0;
  let position = from;
  while (position < text.length) {
    const character = text[position] ?? '';
    if (character === '"') position = skipString(text, position);
    else if ('{['.includes(character)) [depth, position] = [depth + 1, position + 1];
    else if ('}]'.includes(character) && depth > 0) [depth, position] = [depth - 1, position + 1];
    else if (depth > 0 || !',}] \t\r\n'.includes(character)) {
      position++;
      continue;
    } else return position;
    if (depth === 0) return position;
  }
  return position;
}
