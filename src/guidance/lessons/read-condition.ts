import { type FieldValue, isMap } from './parse-fields.js';

/** Trigger conditions as a node names them, with the names that blocks use for them, letters only. */
export const CONDITIONS = {
  tool_names: /^tools?(?:names?)?$/,
  file_patterns: /^(?:files?|paths?|globs?)(?:names?|paths?|patterns?|globs?)?$/,
  action_keywords: /^(?:(?:action|trigger)?keywords?|actions|commands?)$/,
  context_keywords: /^(?:contexts?|topics?)(?:keywords?)?$/,
  triad_names: /^triads?(?:names?)?$/,
} as const;

export type Condition = keyof typeof CONDITIONS;

/** "Any tool" is not a condition. */
export function isUnconditional(text: string): boolean {
  return /^(?:\*|any|all|every|none|n\/a|-)(?: \w+)?$/i.test(text.trim());
}

/** The entries of one condition: a list, or one text that names several. */
export function readCondition(condition: Condition, given: readonly FieldValue[]): string[] {
  const entries = given.flatMap(entriesOf).map((entry) => entry.replace(/\s# .*$/, '').trim());
  if (condition === 'tool_names') return unique(entries.flatMap(toolsIn));
  const split = condition === 'file_patterns' ? entries.flatMap(splitPaths) : entries;
  return unique(split.map(bare).filter((entry) => entry !== ''));
}

function entriesOf(value: FieldValue): string[] {
  if (typeof value === 'string') return value.split('\n').flatMap(splitText);
  if (isMap(value)) return [...value.keys(), ...[...value.values()].flatMap(entriesOf)];
  return value.flatMap((entry) => (typeof entry === 'string' ? entry : entriesOf(entry)));
}

/** At commas, but not within quotes or the braces of a pattern. */
function splitText(text: string): string[] {
  return text.match(/(?:"[^"]*"|'[^']*'|`[^`]*`|\{[^}]*\}|[^,])+/g) ?? [];
}

/** `src/a.ts and src/b.ts`: words that all look like paths. */
function splitPaths(text: string): string[] {
  const words = text.trim().split(/\s+(?:(?:and|und|y|et) )?/);
  return words.length > 1 && words.every((word) => /[./*]/.test(word)) ? words : [text];
}

/** Which condition an entry without a name states. */
export function guessCondition(entry: string): Condition {
  if (KNOWN_TOOLS.includes(entry)) return 'tool_names';
  return /^\S*[*/.]\S*$/.test(entry) ? 'file_patterns' : 'action_keywords';
}

function bare(text: string): string {
  return text
    .replace(/^[-*•] /, '')
    .trim()
    .replace(/^(["'`])(.*)\1$/, '$2')
    .trim();
}

const KNOWN_TOOLS = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Bash', 'Read', 'Task', 'WebFetch'];

/** "Write and Edit" names two. A name in lower case counts only if it is a known tool's. */
function toolsIn(text: string): string[] {
  const names = text.match(/[A-Za-z_][\w-]*/g) ?? [];
  return names.flatMap((name) => {
    const known = KNOWN_TOOLS.find((tool) => tool.toLowerCase() === name.toLowerCase());
    return known ?? (/^[A-Z]|__/.test(name) ? [name] : []);
  });
}

function unique(entries: readonly string[]): string[] {
  return [...new Set(entries)];
}
