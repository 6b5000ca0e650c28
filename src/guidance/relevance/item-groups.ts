import { programName, unwrap } from '../../commands/programs.js';
import { notShownReason } from '../item/inactive-reason.js';
import type { KnowledgeItem } from '../item/item.js';
import { literalStart } from './glob.js';
import type { ActionFile, ToolAction } from './tool-action.js';

// Items are stored in groups by what a call must contain for them to match, so that a hook reads and scores only a few of
// them. `matchesTrigger` decides: a group may have too many items, never too few.

export interface Keywords {
  /** Keywords of items with file patterns count only in commands. */
  readonly inCommands: readonly string[];
  /** Other keywords count in messages, too. */
  readonly inTexts: readonly string[];
}

const ANY_CALL = 'any call';
const ANY_FILE = 'any file';

/** The groups by their keys, each with the numbers of its items, and the keywords to look for in texts. */
export function groupItems(items: readonly KnowledgeItem[]) {
  const groups = new Map<string, number[]>();
  const inCommands = new Set<string>();
  const inTexts = new Set<string>();
  for (const [number, item] of items.entries()) {
    if (item.status === 'archived' || notShownReason(item) !== undefined) continue;
    const { files, actions } = item.triggers;
    const forms = actions.flatMap(listForms);
    for (const form of forms) (files.length > 0 ? inCommands : inTexts).add(form);
    const keys = [
      ...(files.length + actions.length === 0 ? [ANY_CALL] : []),
      ...files.flatMap(listPatternKeys),
      ...actions.map((keyword) => `run ${programName(unwrap(keyword.trim().split(/\s+/))[0] ?? '')}`),
      ...forms.map((form) => `word ${form}`),
    ];
    for (const key of new Set(keys)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [number]);
      else group.push(number);
    }
  }
  const keywords: Keywords = { inCommands: [...inCommands], inTexts: [...inTexts] };
  return { groups, keywords };
}

/** Statements are compared with single spaces, other texts as the keyword is written. */
function listForms(keyword: string): string[] {
  const written = keyword.toLowerCase();
  return [...new Set([written, written.trim().replace(/\s+/g, ' ')])];
}

function listPatternKeys(pattern: string): string[] {
  const literal = pattern.slice(0, pattern.search(/[*?[{]|$/));
  const folders = [...literal.matchAll(/\//g)].map((slash) => literal.slice(0, slash.index));
  return [patternKey(pattern), ...folders.map((folder) => `below ${folder}`)];
}

/** Names a part that every matching path has; most patterns have one. */
function patternKey(pattern: string): string {
  // An absolute pattern is compared with another path, and an escaped character is not what the path has.
  if (pattern.startsWith('/') || pattern.includes('\\')) return ANY_FILE;
  const brace = pattern.indexOf('{');
  const whole = brace === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', brace) + 1);
  const parts = whole.split('/');
  const [longest = ''] = parts
    .filter((part) => part !== '.' && !/[*?[]/.test(part))
    .sort((one, other) => other.length - one.length);
  if (longest !== '') return `part ${longest}`;
  const ending = /\.[^.*?[\]{}/]+$/.exec(pattern);
  if (ending !== null) return `ending ${ending[0]}`;
  const start = literalStart(parts.at(-1) ?? '');
  const dot = start.indexOf('.', 1);
  return dot === -1 ? ANY_FILE : `stem ${start.slice(0, dot)}`;
}

/** The keys of the groups that a call has to look at; undefined if it is all of them. */
export function listCallKeys(action: ToolAction, { inCommands, inTexts }: Keywords): Set<string> | undefined {
  const { changedFiles, inputFiles, command } = action;
  // Removing the whole project changes every file.
  if (changedFiles.some((file) => file.inProject === '.' && file.isRemoved === true)) return undefined;
  const keys = new Set([ANY_CALL]);
  for (const file of changedFiles) addFileKeys(keys, file, true);
  for (const file of inputFiles) addFileKeys(keys, file, false);
  if (command !== undefined) {
    for (const words of [...command.commands, ...command.inner]) {
      const name = programName(words[0] ?? '');
      keys.add(`run ${name}`).add(`run ${name.split(/[.:@]/)[0]}`);
    }
    const text = [command.text, ...command.statements].join('\n');
    addKeywords(keys, text, inCommands);
    addKeywords(keys, text, inTexts);
  }
  // Reading messages takes a hook time.
  if (inTexts.length > 0 && command?.isReadOnly !== true) addKeywords(keys, action.messages(), inTexts);
  return keys;
}

function addFileKeys(keys: Set<string>, file: ActionFile, isChanged: boolean): void {
  keys.add(ANY_FILE);
  const path = file.inProject;
  if (path === undefined) return;
  for (const part of path.split('/')) keys.add(`part ${part}`);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.', 1);
  keys.add(`stem ${dot === -1 ? name : name.slice(0, dot)}`);
  keys.add(`ending ${name.slice(Math.max(0, name.lastIndexOf('.')))}`);
  if (isChanged) keys.add(`below ${path}`);
}

// Not by a callback: a hook that has just started runs a loop in a third of the time.
function addKeywords(keys: Set<string>, text: string, keywords: readonly string[]): void {
  for (const keyword of keywords) if (text.includes(keyword)) keys.add(`word ${keyword}`);
}
