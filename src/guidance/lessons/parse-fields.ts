// Agents write blocks from memory: YAML with unquoted globs, JSON, Markdown lists with bold names. A strict parser would
// refuse half of them, or drop what follows a "#". This one keeps every word: what is not a field is text.

export type FieldValue = string | FieldValue[] | FieldMap;
export type FieldMap = ReadonlyMap<string, FieldValue>;

/** Reads fields, lists and texts by their indentation; never fails. A text before the first field is a part of its own. */
export function parseFields(text: string): FieldValue {
  const bare = text.replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '').trim();
  const json = parseJson(bare);
  if (json !== undefined) return json;
  if (isBracketed(bare)) return parseFlow(bare, 0);
  const lines = bare.split('\n').flatMap(toLine);
  const start = lines.findIndex(({ text: line }) => BULLET.test(line) || FIELD.test(line));
  if (start <= 0) return parseLines(lines, 0);
  return [joinText(lines.slice(0, start)), parseLines(lines.slice(start), 0)];
}

/** Horizontal rules and empty lines are skipped; a heading that names a part is its field. */
function toLine(line: string): Line[] {
  const spaced = line.replace(/^[ \t]*/, (blanks) => blanks.replaceAll('\t', '  ')).trimEnd();
  const content = spaced
    .trimStart()
    .replace(/^#{1,6} +(\p{L}[\p{L} _-]{0,40}?):?$/u, (heading, name: string) =>
      /^(?:checklist|pattern|warning|requirement|trigger[_ ]conditions|triggers|items|steps)$/i.test(name)
        ? `${name}:`
        : heading,
    );
  if (content === '' || /^[-*_.~]{2,}$/.test(content)) return [];
  return [{ indent: spaced.length - spaced.trimStart().length, text: content }];
}

/** The name of a field without its decoration: `**Tool names:**` is `toolnames`. */
export function fieldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

export function isMap(value: FieldValue | undefined): value is FieldMap {
  return value instanceof Map;
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

const MAX_DEPTH = 12;
const BULLET = /^(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/;
/** `name: value`, `**name:** value`, `` `name`: value ``; of several words as in `tool names:`. */
const FIELD = /^([*_`"']{0,3})(\p{L}[\p{L}\p{N}_ -]{0,40}?(?: \([^)]*\))?)(?:\1)? ?[:：](?:\1)?(?:\s+(.*))?$/u;

/** The first line says what the lines are: a list, fields, or text. */
function parseLines(lines: readonly Line[], depth: number): FieldValue {
  const [first] = lines;
  if (first === undefined) return '';
  const isList = BULLET.test(first.text);
  if (depth > MAX_DEPTH || (!isList && !FIELD.test(first.text))) return joinText(lines);
  const entries = splitEntries(lines, isList);
  if (isList) return joinFields(entries.map((entry) => parseLines(withoutBullet(entry), depth + 1)));
  const fields = new Map<string, FieldValue>();
  for (const [head, ...below] of entries) {
    const [, mark, name = '', inline = ''] = FIELD.exec(head?.text ?? '') ?? [];
    const key = fields.has(name) ? `${name} ${fields.size}` : name;
    // A line of JSON ends with a comma.
    fields.set(key, parseValue(mark === '"' ? inline.replace(/,$/, '') : inline, below, depth));
  }
  return fields;
}

/** What is indented further belongs to the entry above; so does a list or a text at the height of its name. */
function splitEntries(lines: readonly Line[], isList: boolean): Line[][] {
  const entries: Line[][] = [];
  const base = lines[0]?.indent ?? 0;
  for (const line of lines) {
    const isStart =
      line.indent <= base ? (isList ? BULLET : FIELD).test(line.text) : !isList && OUTER_FIELD.test(line.text);
    const above = entries.at(-1);
    if (above === undefined || (isStart && (line.indent <= base || hasInlineText(above)))) entries.push([line]);
    else above.push(line);
  }
  return entries;
}

/** Fields that are never part of a text, however far they are indented. */
const OUTER_FIELD =
  /^[*_`"']{0,3}(?:(?:process[_ ])?type|priority|label|trigger[_ ]conditions|tools|files)[*_`"']{0,3} ?:/i;

function hasInlineText([head]: readonly Line[]): boolean {
  const inline = FIELD.exec(head?.text ?? '')?.[3] ?? '';
  return inline !== '' && !/^[|>[{]/.test(inline);
}

function withoutBullet([head, ...below]: readonly Line[]): Line[] {
  if (head === undefined) return [];
  const text = head.text.replace(BULLET, '').replace(/^\[[ xX]?\]\s+/, '');
  return [{ indent: head.indent + head.text.length - text.length, text }, ...below];
}

function parseValue(inline: string, below: readonly Line[], depth: number): FieldValue {
  if (/^[|>][+-]?\d?$/.test(inline)) return below.map(({ text }) => text).join(inline.startsWith('|') ? '\n' : ' ');
  if (inline === '') return parseLines(below, depth + 1);
  const whole = [inline, ...below.map(({ text }) => text)].join(' ');
  return parseScalar(whole, depth);
}

function joinText(lines: readonly Line[]): FieldValue {
  return parseScalar(lines.map(({ text }) => text).join(' '), MAX_DEPTH);
}

/** `- situation: …` and `- action: …` are fields of one thing, if each entry is one and no name comes twice. */
function joinFields(entries: FieldValue[]): FieldValue {
  const maps = entries.filter(isMap);
  const names = maps.flatMap((map) => [...map.keys()]);
  if (maps.length < entries.length || new Set(names).size < names.length) return entries;
  return new Map(maps.flatMap((map) => [...map]));
}

function parseScalar(text: string, depth: number): FieldValue {
  const bare = text.trim();
  // A comment behind a list is not part of it; behind a text it may be the text.
  const list = /^([[{].*[\]}])\s+#.*$/.exec(bare)?.[1] ?? bare;
  if (isBracketed(list)) return parseFlow(list, depth);
  return unquote(bare);
}

function unquote(text: string): string {
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) {
    const parsed = parseJsonText(text);
    return typeof parsed === 'string' ? parsed : text.slice(1, -1);
  }
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  const [, , wrapped] = /^(\*\*|__|`)([^*_`]+)\1$/.exec(text) ?? [];
  return wrapped ?? text;
}

/** One pair of brackets around everything: `[a] and [b]` and `{a,b}.ts` are texts. */
function isBracketed(text: string): boolean {
  if (text.startsWith('[') && text.endsWith(']')) return splitAt(text.slice(1, -1), ',') !== undefined;
  return (
    text.startsWith('{') && text.endsWith('}') && splitAt(text.slice(1, -1), ',') !== undefined && text.includes(':')
  );
}

function parseFlow(text: string, depth: number): FieldValue {
  const inside = text.slice(1, -1).trim();
  const parts = (splitAt(inside, ',') ?? [inside]).map((part) => part.trim()).filter((part) => part !== '');
  if (depth > MAX_DEPTH) return inside;
  if (text.startsWith('[')) return parts.map((part) => parseScalar(part, depth + 1));
  const fields = new Map<string, FieldValue>();
  for (const part of parts) {
    const [name = '', ...rest] = splitAt(part, ':') ?? [part];
    fields.set(unquote(name.trim()), parseScalar(rest.join(':'), depth + 1));
  }
  return fields;
}

/** Outside of quotes and brackets; undefined if the brackets do not match. */
function splitAt(text: string, separator: ',' | ':'): string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === '\\') index++;
      else if (character === quote) quote = '';
    } else if (
      (character === '"' || character === "'") &&
      /(?:^|[\s,:[{])$/.test(text.slice(Math.max(0, index - 1), index))
    ) {
      quote = character;
    } else if ('[{'.includes(character)) depth++;
    else if (']}'.includes(character) && --depth < 0) return undefined;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  if (depth !== 0 || quote !== '') return undefined;
  return [...parts, text.slice(start)];
}

function parseJson(text: string): FieldValue | undefined {
  const value = text.startsWith('{') ? parseJsonText(text) : undefined;
  return value === undefined ? undefined : toFieldValue(value, 0);
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toFieldValue(value: unknown, depth: number): FieldValue {
  if (value === null || depth > MAX_DEPTH) return '';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  if (Array.isArray(value)) return value.map((entry) => toFieldValue(entry, depth + 1));
  return new Map(Object.entries(value).map(([name, entry]) => [name, toFieldValue(entry, depth + 1)]));
}
