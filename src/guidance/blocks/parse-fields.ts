// Agents write blocks from memory: YAML with unquoted globs, JSON, Markdown lists with bold names. No grammar fits all of
// them, so blocks are read line by line: a line that begins with a known name is a field, and any other line is text of
// the field above it. Every line is in exactly one field, so that nothing can be lost.

export interface Field {
  /** The name in lower case, without decoration: `**Tool names:**` is `toolnames`. Empty for a text without a name. */
  readonly key: string;
  readonly name: string;
  readonly indent: number;
  readonly lines: FieldLine[];
}

interface FieldLine {
  /** Of a list. */
  readonly isEntry: boolean;
  readonly text: string;
}

interface Line extends FieldLine {
  readonly indent: number;
}

export interface FieldNames {
  readonly isKnown: (key: string) => boolean;
  /** Whether fields may be below it. */
  readonly isParent: (key: string) => boolean;
}

/** Never fails. */
export function parseFields(text: string, names: FieldNames): Field[] {
  const fields: Field[] = [];
  const open: Field[] = [];
  for (const line of linesOf(splitFields(text.trim(), names))) {
    // The end of a list may be at the height of its name.
    while (!line.text.startsWith(']') && (open.at(-1)?.indent ?? -1) >= line.indent) open.pop();
    const owner = open.at(-1);
    const found = nameIn(line.text, names);
    const isText = owner !== undefined && !names.isParent(owner.key) && beginsBelow(owner);
    if (found !== undefined && (names.isKnown(found.key) ? !isText : owner === undefined)) {
      const { key, name, inline } = found;
      const field = { key, name, indent: line.indent, lines: inline === '' ? [] : [{ isEntry: false, text: inline }] };
      fields.push(field);
      open.push(field);
    } else {
      if (fields.length === 0) fields.push({ key: '', name: '', indent: 0, lines: [] });
      (owner ?? fields.at(-1))?.lines.push(line);
    }
  }
  return fields;
}

/** `type: warning; label: x` in one line. */
function splitFields(text: string, { isKnown }: FieldNames): string {
  if (text.includes('\n') || text.startsWith('{')) return text;
  const separator = /[;,|]\s+(?=(\p{L}[\p{L}_ ]{1,30}):\s)/gu;
  return text.replace(separator, (written, name: string) => (isKnown(keyOf(name)) ? '\n' : written));
}

/** Whether a text begins in the line below its name. It may look like fields and is none. */
function beginsBelow({ lines: [first] }: Field): boolean {
  return first === undefined || first.isEntry || BLOCK_MARK.test(first.text);
}

const BLOCK_MARK = /^[|>][+-]?\d?$/;
const BULLET = /^(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/;
const NAME = `(\\p{L}[\\p{L}\\p{N}_ -]{0,40}?(?: \\([^)]*\\))?)[*_\`"']{0,3}`;
const FIELD = new RegExp(`^[*_\`"']{0,3}${NAME} ?(?::(?=\\s|[*_]|$)|：)[*_]{0,3}(.*)$`, 'u');
/** `🔧 Tools -> Bash`, `| tools | Bash |`, `### Tools`: only for names that are known. */
const DECORATED_FIELD = new RegExp(
  `^[^\\p{L}\\p{N}\\s]{0,6}\\s*${NAME}(?:\\s*(?:->|=>|[:=→|])|\\s+[-–—](?=\\s)|$)(.*?)\\|?$`,
  'u',
);

function nameIn(line: string, { isKnown }: FieldNames) {
  const [plain, decorated] = [FIELD.exec(line), DECORATED_FIELD.exec(line)];
  const isField =
    decorated !== null && isKnown(keyOf(decorated[1] ?? '')) && (decorated[2] !== '' || line.startsWith('#'));
  const [, name, inline = ''] = plain ?? (isField ? decorated : []);
  return name === undefined ? undefined : { key: keyOf(name), name, inline: inline.trim().replace(/^\{$/, '') };
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Without fences, empty lines, horizontal rules and the brackets of JSON. */
function linesOf(text: string): Line[] {
  return asLines(text)
    .split('\n')
    .flatMap((written) => {
      const spaced = written.replace(/^[ \t]*/, (blanks) => blanks.replaceAll('\t', '  ')).trimEnd();
      const content = spaced.trimStart();
      if (/^(?:[-*_.]{2,}|(?:`{3,}|~{3,}).*|[{}]+,?|)$/.test(content)) return [];
      const indent = 2 * (spaced.length - content.length);
      const entry = content.replace(BULLET, '');
      if (entry === content) return expand({ indent, isEntry: false, text: content });
      // A list may begin at the height of its name.
      return expand({ indent: indent + 1, isEntry: true, text: entry.replace(/^\[[ xX]?\]\s+/, '') });
    });
}

/** JSON becomes lines with names; what is almost JSON has them already. */
function asLines(text: string): string {
  const bare = text.replace(/^(?:`{3,}|~{3,}).*$/gm, '').trim();
  if (!isWrapped(bare, '{}')) return text;
  try {
    // A comma inside a string is text.
    const repaired = bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? '');
    return linesOfValue(JSON.parse(repaired), '').join('\n');
  } catch {
    return bare.includes('\n') ? bare : splitList(bare.slice(1, -1)).join('\n');
  }
}

const MAX_INDENT = 16;

function linesOfValue(value: unknown, indent: string): string[] {
  const inLine = (inner: unknown) => (typeof inner === 'string' ? inner : JSON.stringify(inner)).replace(/\s+/g, ' ');
  if (Array.isArray(value)) return value.flatMap((entry) => (entry === null ? [] : `${indent}- ${inLine(entry)}`));
  const given = Object.entries(value as object).filter(([, inner]) => inner !== null);
  return given.flatMap(([name, inner]) =>
    typeof inner === 'object' && indent.length < MAX_INDENT
      ? [`${indent}${name}:`, ...linesOfValue(inner, `${indent}  `)]
      : [`${indent}${name}: ${inLine(inner)}`],
  );
}

/** `checklist: {title: a, items: [b]}` is three lines. */
function expand(line: Line): Line[] {
  const [, name, inside = ''] = /^([^{}]*[:：])\s*(\{.*\})$/.exec(line.text) ?? [];
  if (name === undefined || !/[:：]/.test(inside) || !isWrapped(inside, '{}') || line.indent > MAX_INDENT)
    return [line];
  const below = splitList(inside.slice(1, -1)).map((text) => ({ indent: line.indent + 2, isEntry: false, text }));
  return [{ ...line, text: name }, ...below.flatMap(expand)];
}

/** As one text: lists in one line, block texts as they are. */
export function textOfField(field: Field): string {
  const [first, ...below] = field.lines;
  if (first === undefined || !first.text.startsWith('|') || !BLOCK_MARK.test(first.text))
    return entriesOf(field).join('; ');
  return below.map(({ isEntry, text }) => (isEntry ? `- ${text}` : text)).join('\n');
}

/** The entries of a list, or the text as its only entry; of a block text every line. */
export function entriesOf({ lines }: Field): string[] {
  const [first] = lines;
  if (first !== undefined && BLOCK_MARK.test(first.text)) {
    const below = lines.slice(1).map(({ text }) => text);
    return first.text.startsWith('|') ? below : [below.join(' ')];
  }
  const entries: string[] = [];
  for (const { isEntry, text } of lines) {
    if (isEntry || entries.length === 0) entries.push(text);
    else entries.push(`${entries.pop()} ${text}`);
  }
  return entries.flatMap(entriesIn).filter((entry) => entry !== '');
}

function entriesIn(text: string): string[] {
  // A comment behind a list is not part of it; behind a text it may be the text.
  const list = /^(\[.*\]),?(?:\s+#.*)?$/.exec(text)?.[1] ?? '';
  return isWrapped(list, '[]') ? splitList(list.slice(1, -1)).map(unquote) : [unquote(text)];
}

/** One pair of brackets around everything: `[a] and [b]` is a text. */
export function isWrapped(text: string, [opening, closing]: string): boolean {
  if (!text.startsWith(opening ?? '') || text === '') return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === opening) depth++;
    if (text[index] === closing && --depth === 0) return index === text.length - 1;
  }
  return false;
}

/** At commas, but not within quotes or brackets. */
export function splitList(text: string): string[] {
  const parts =
    text.match(/(?:(?<=^|[\s,:[{])(?:"(?:[^"\\]|\\.)*"|'[^']*')|`[^`]*`|\{[^}]*\}|\[[^\]]*\]|[^,])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export function unquote(text: string): string {
  const bare = text.trim().replace(/^(["'].*["']),$/, '$1');
  if (/^"(?:[^"\\]|\\.)*"$/.test(bare)) return bare.slice(1, -1).replace(/\\(["\\])/g, '$1');
  if (/^'(?:[^']|'')*'$/.test(bare)) return bare.slice(1, -1).replaceAll("''", "'");
  // `**/db/**` is a pattern, `**db**` is bold.
  return (/^`([^`]+)`$/.exec(bare) ?? /^\*\*(?!\/)([^*]+)\*\*$/.exec(bare))?.[1] ?? bare;
}
