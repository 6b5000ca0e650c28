import { type FieldValue, isMap } from './parse-fields.js';

/** Trigger conditions as a node names them, with the names that blocks use for them, letters only. */
export const CONDITIONS = {
  tool_names: ['toolnames', 'toolname', 'tools', 'tool'],
  file_patterns: ['filepatterns', 'filepattern', 'files', 'file', 'paths', 'path', 'globs', 'glob'],
  action_keywords: ['actionkeywords', 'keywords', 'keyword', 'actions', 'commands', 'command'],
  context_keywords: ['contextkeywords', 'contexts', 'context', 'topics'],
  triad_names: ['triadnames', 'triads'],
} as const;

export type Condition = keyof typeof CONDITIONS;

/** The entries of one condition: a list, or one text that names several. */
export function readCondition(condition: Condition, given: readonly FieldValue[]): string[] {
  const entries = given.flatMap(entriesOf).map((entry) => entry.replace(/\s#.*$/, '').trim());
  if (condition === 'tool_names') return unique(entries.flatMap(toolsIn));
  return unique(entries.map(bare).filter((entry) => entry !== ''));
}

function entriesOf(value: FieldValue): string[] {
  if (typeof value === 'string') return value.split('\n').flatMap(splitText);
  return isMap(value) ? [...value.keys(), ...[...value.values()].flatMap(entriesOf)] : value.flatMap(entriesOf);
}

/** At commas, but not within quotes or the braces of a pattern. */
function splitText(text: string): string[] {
  return text.match(/(?:"[^"]*"|'[^']*'|`[^`]*`|\{[^}]*\}|[^,])+/g) ?? [];
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
