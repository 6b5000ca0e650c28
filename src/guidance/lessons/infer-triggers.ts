import type { ToolUse } from './turn.js';

/** Trigger conditions as a node holds them. */
export interface NodeTriggers {
  readonly tool_names: readonly string[];
  readonly file_patterns: readonly string[];
  readonly action_keywords: readonly string[];
  readonly context_keywords: readonly string[];
}

const MOST_FILES = 5;

/**
 * When a lesson concerns a call: the files it names, or else those that were edited last before it; verbs and topics of
 * its text. A lesson that nothing ties to an act names no tools either, or it would be shown at every one.
 */
export function inferTriggers(text: string, recentUses: readonly ToolUse[]): NodeTriggers {
  const edits = recentUses.filter(({ name }) => EDITORS.has(name));
  const named = filesIn(text);
  const touched = edits.toReversed().flatMap(({ file }) => file ?? []);
  const files = unique((named.length > 0 ? named : touched.slice(0, 3)).map(generalise)).slice(0, MOST_FILES);
  const acts = ACTIONS.filter(({ when }) => when.test(text));
  const used = unique(recentUses.map(({ name }) => name).filter((name) => EDITORS.has(name) || name === 'Bash'));
  const isCommand = used.length > 0 && used.every((name) => name === 'Bash') && named.length === 0;
  const isEdit = !isCommand && (files.length > 0 || acts.some(({ isTyped }) => isTyped !== true));
  // What is typed happens in a shell, whatever was edited before: "before committing" must be heard at the commit.
  const isTyped = acts.some((act) => act.isTyped) || (isCommand && (files.length > 0 || acts.length > 0));
  return {
    tool_names: [...(isEdit ? ['Write', 'Edit'] : []), ...(isTyped ? ['Bash'] : [])],
    file_patterns: isCommand ? [] : files,
    action_keywords: acts.map(({ keyword }) => keyword),
    context_keywords: topicsIn(text),
  };
}

const EDITORS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/** Names with an ending that files have, also behind a folder. */
function filesIn(text: string): string[] {
  const found = text.match(/(?<![\w@/])(?:[\w.-]+\/)*\.?[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,7}\b/g) ?? [];
  return unique(found.filter((name) => ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())));
}

const ENDINGS = new Set(
  `json jsonc yaml yml toml ini cfg conf env lock md mdx txt rst ts tsx mts cts js jsx mjs cjs py pyi ipynb rb go rs java
  kt scala c h cc cpp hpp cs php swift sql prisma graphql proto tf hcl sh bash zsh ps1 html css scss less vue svelte xml
  csv svg gradle dockerfile`.split(/\s+/),
);

/** The same file wherever it lies; a file about versions stands for all of its kind, in the spelling it has. */
export function generalise(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const word = /version/i.exec(name);
  if (word === null) return `**/${name}`;
  const dot = name.lastIndexOf('.');
  return `**/*${word[0]}*${dot > word.index ? name.slice(dot) : ''}`;
}

interface ActionCue {
  readonly keyword: string;
  readonly when: RegExp;
  /** Done by a command. */
  readonly isTyped?: boolean;
}

const ACTIONS: readonly ActionCue[] = [
  { keyword: 'version bump', when: /\bbump|\bversion (?:bump|number)/i },
  { keyword: 'update version', when: /\b(?:updat|bump)\w*\b[^.]*\bversion/i },
  { keyword: 'release', when: /\breleas/i },
  { keyword: 'deploy', when: /\bdeploy/i, isTyped: true },
  { keyword: 'publish', when: /\bpublish/i, isTyped: true },
  { keyword: 'migrate', when: /\bmigrat/i, isTyped: true },
  { keyword: 'git push', when: /\bpush(?:ed|es|ing)?\b/i, isTyped: true },
  { keyword: 'git commit', when: /\bcommit/i, isTyped: true },
  { keyword: 'rename', when: /\brenam/i },
];

const TOPICS: readonly { readonly topic: string; readonly when: RegExp }[] = [
  { topic: 'deployment', when: /\bdeploy|\breleas|\bversion|\bpublish/i },
  { topic: 'release', when: /\breleas|\bversion/i },
  { topic: 'database', when: /\bdatabase|\bsql\b|\bmigrat|\bschema|\btable/i },
  { topic: 'security', when: /\bsecur|\bsecret|\bpassword|\btoken|\bcredential/i },
  { topic: 'tests', when: /\btests?\b|\bspec\b|\bfixture/i },
  { topic: 'documentation', when: /\bdocs?\b|\bdocument|\breadme|\bchangelog/i },
  { topic: 'dependencies', when: /\bdependenc|\blockfile|\bnpm\b|\bpnpm\b|\byarn\b|\bpackage/i },
  { topic: 'build', when: /\bbuild|\bcompil|\bbundl|\bci\b/i },
  { topic: 'api', when: /\bapi\b|\bendpoint|\broute/i },
  { topic: 'performance', when: /\bperforman|\bslow|\blatency/i },
];

function topicsIn(text: string): string[] {
  return TOPICS.filter(({ when }) => when.test(text)).map(({ topic }) => topic);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
