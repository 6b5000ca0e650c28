import { isWrapped, splitList, unquote } from './parse-fields.js';

/** Trigger conditions as a node names them, with the names that blocks use for them, letters only. */
export const CONDITIONS = {
  tool_names: /^tools?(?:names?)?$/,
  file_patterns: /^(?:files?|paths?|globs?)(?:names?|paths?|patterns?|globs?)?$/,
  action_keywords: /^(?:(?:action|trigger)?keywords?|actions|commands?)$/,
  context_keywords: /^(?:contexts?|topics?)(?:keywords?)?$/,
  triad_names: /^triad(?:s|names?)$/,
} as const;

export type Condition = keyof typeof CONDITIONS;

/** "Any tool" is not a condition. */
export function isUnconditional(text: string): boolean {
  return /^(?:\*|any|all|every|none|n\/a|-)(?: \w+)?$/i.test(text.trim());
}

/** The entries of one condition: lists, or one text that names several. */
export function readCondition(condition: Condition, given: readonly (readonly string[])[]): string[] {
  const entries = given
    .flatMap((list) => (list.length === 1 ? partsOf(list[0] ?? '') : list))
    .map((entry) => unquote(entry.replace(COMMENTARY, '')))
    .filter((entry) => entry !== '');
  if (condition === 'tool_names') return [...new Set(entries.flatMap(toolsIn))];
  return [...new Set(condition === 'file_patterns' ? entries.flatMap(splitPaths) : entries)];
}

/** `["src/**"] (not tests)`; the field stays in the description then. */
const COMMENTARY = /\s+(?:#|\(|[-–—]\s).*$/;

function partsOf(text: string): string[] {
  const bare = text.replace(COMMENTARY, '').replace(/(["'`])\s+(?:and|und|y|et)\s+(?=["'`])/g, '$1, ');
  const parts = splitList(isWrapped(bare, '[]') ? bare.slice(1, -1) : bare);
  return parts.flatMap((part) => (/^["'`]/.test(part) ? [part] : part.split(/;\s+/)));
}

/** `src/a.ts and src/b.ts`: words that all look like paths. */
function splitPaths(text: string): string[] {
  const words = text.split(/\s+(?:(?:and|und|y|et|\|) )?/);
  return words.length > 1 && words.every((word) => /[./*]/.test(word)) ? words : [text];
}

/** Which condition an entry without a name states. */
export function guessCondition(entry: string): Condition {
  if (KNOWN_TOOLS.includes(entry)) return 'tool_names';
  return /^\S*[*/.]\S*$/.test(entry) ? 'file_patterns' : 'action_keywords';
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
