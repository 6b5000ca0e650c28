// Agents write YAML by heart, and the same few things go wrong: patterns and mentions without quotes, a colon within a
// title, tick boxes. Each line is a field or an entry of a list; a value that YAML would misread is put into quotes.

/** The same lines with the values quoted that need it. Texts of several lines behind `|` or `>` are left alone. */
export function repairYaml(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[ \t]+/, (blanks) => blanks.replaceAll('\t', '  ')));
  const repaired: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, start, value] = line.length > LONGEST_LINE ? [] : (ENTRY.exec(line) ?? []);
    if (start === undefined || value === undefined) {
      repaired.push(line);
      continue;
    }
    const end = endOfValue(lines, at);
    const below = lines.slice(at + 1, end);
    const whole = [value, ...below].map((part) => part.trim()).join(' ');
    if (BLOCK_TEXT.test(value)) repaired.push(line, ...below);
    else repaired.push(start + (needsQuotes(whole) ? quoted(whole) : repairList(whole)));
    at = end - 1;
  }
  return repaired.join('\n');
}

/** Nobody writes longer ones by heart, and some patterns here look at a line from each of its characters. */
const LONGEST_LINE = 2_000;

/** `- value`, `name: value`, `- name: value`. */
const ENTRY = /^(\s*(?:- +)?(?:[A-Za-z_][\w-]*: +)|\s*- +)(\S.*)$/;
const FIELD = /^\s*(?:- |-$|[A-Za-z_][\w-]*:(?: |$))/;
const BLOCK_TEXT = /^[|>][+-]?\d?\s*$/;

/** Where the next entry begins: lines below that are further to the right and no entries continue the value. */
function endOfValue(lines: readonly string[], start: number): number {
  const [, value = ''] = /(?:: +|- +)(\S+)\s*$/.exec(lines[start] ?? '') ?? [];
  const isBlockText = BLOCK_TEXT.test(value);
  const depth = indentationOf(lines[start] ?? '');
  let end = start + 1;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (line.trim() === '' ? !isBlockText : indentationOf(line) <= depth || (!isBlockText && FIELD.test(line))) break;
  }
  return end;
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

function needsQuotes(text: string): boolean {
  if (text.length > LONGEST_LINE) return false;
  if (/^"(?:[^"\\]|\\.)*"$|^'(?:[^']|'')*'$/.test(text) || isFlow(text)) return false;
  return /^[*&!%@`"'[\]{}|>?,#-]/.test(text) || /:(?:\s|$)/.test(text) || /\s#/.test(text);
}

function isFlow(text: string): boolean {
  return /^\[.*\]$/.test(text) || /^\{.*\}$/.test(text);
}

/** `[**\/plugin.json, *.md]`: every entry for itself. */
function repairList(value: string): string {
  const [, inside] = /^\[(.*)\]\s*$/.exec(value) ?? [];
  if (value.length > LONGEST_LINE || inside === undefined || inside.trim() === '') return value;
  return `[${splitEntries(inside)
    .map((entry) => (/^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/.test(entry) ? entry : quoted(entry)))
    .join(', ')}]`;
}

/** At commas, but not within quotes or the braces of a pattern. */
function splitEntries(text: string): string[] {
  const entries = text.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\{[^}]*\}|[^,])+/g) ?? [];
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

function quoted(text: string): string {
  // A tick box is how the entry is shown, not what it says.
  return `'${text.replace(/^\[[ xX]?\] +/, '').replaceAll("'", "''")}'`;
}
