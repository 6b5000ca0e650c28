import { notShownReason } from '../item/inactive-reason.js';
import type { KnowledgeItem, Priority } from '../item/item.js';
import { matchesPattern } from './glob.js';
import { matchesCommand } from './matches-command.js';
import type { ActionFile, ToolAction } from './tool-action.js';

/** The parts of a score, each from 0 to 1, before weights. */
export interface ScoreParts {
  readonly tool: number;
  readonly file: number;
  readonly action: number;
  readonly context: number;
}

export interface ScoredItem {
  readonly item: KnowledgeItem;
  readonly parts: ScoreParts;
  /** 0 to 1. */
  readonly relevance: number;
  /** After the multiplier of the priority. */
  readonly score: number;
  /** The item names the tool, and this very file or command. */
  readonly isExact: boolean;
  /** What matched, for people: `tool Write`, `file **\/plugin.json`, `action "release"`. */
  readonly matched: readonly string[];
}

export const WEIGHTS: ScoreParts = { tool: 0.4, file: 0.4, action: 0.1, context: 0.1 };
export const MULTIPLIERS: Readonly<Record<Priority, number>> = { CRITICAL: 2, HIGH: 1.5, MEDIUM: 1, LOW: 0.5 };
/** A condition that an item does not name counts half. */
const NEUTRAL = 0.5;

/**
 * How relevant an item is for a call: the weighted sum of four parts, times the multiplier of its priority. When the
 * time is up, it ends early with what it has; the caller must ask, too.
 */
export function scoreItem(item: KnowledgeItem, action: ToolAction, timeIsUp: () => boolean = () => false): ScoredItem {
  const { tools, files, actions, contexts } = item.triggers;
  const file = matchingPattern(item, action, timeIsUp);
  const keywords = actions.filter((word) => !timeIsUp() && (isSaid(word, action) || isDone(word, action)));
  const context = contexts.filter((word) => !timeIsUp() && isSaid(word, action));
  const parts: ScoreParts = {
    tool: tools.length === 0 ? NEUTRAL : Number(namesTool(item, action)),
    file: files.length === 0 ? NEUTRAL : Number(file !== undefined),
    action: shareOf(keywords, actions),
    context: shareOf(context, contexts),
  };
  const relevance = rounded(
    parts.tool * WEIGHTS.tool +
      parts.file * WEIGHTS.file +
      parts.action * WEIGHTS.action +
      parts.context * WEIGHTS.context,
  );
  return {
    item,
    parts,
    relevance,
    score: rounded(relevance * MULTIPLIERS[item.priority]),
    isExact:
      tools.length > 0 && parts.tool === 1 && (file !== undefined || actions.some((word) => isRun(word, action))),
    matched: [
      ...(parts.tool === 1 ? [`tool ${action.tool}`] : []),
      ...(file === undefined ? [] : [`file ${file}`]),
      ...keywords.map((word) => `action "${word.trim()}"`),
      ...context.map((word) => `context "${word.trim()}"`),
    ],
  };
}

/**
 * Whether anything specific connects an item with a call. The score alone would show a CRITICAL item that names Write
 * at every Write, and one that names Bash at every `ls`: the tool is worth 0.8. In addition to the formula, an item with
 * file patterns needs a matching file, or for Bash one of its keywords as the command; an item with action keywords
 * only needs one of them in the command or, unless the command only reads, in the last messages.
 */
export function matchesTrigger(item: KnowledgeItem, action: ToolAction, timeIsUp: () => boolean): boolean {
  const { files, actions } = item.triggers;
  if (notShownReason(item) !== undefined) return false;
  if (files.length === 0 && actions.length === 0) return true;
  if (matchingPattern(item, action, timeIsUp) !== undefined) return true;
  if (actions.some((word) => isDone(word, action))) return true;
  const messagesCount = files.length === 0 && action.command?.isReadOnly !== true;
  return messagesCount && actions.some((word) => isSaid(word, action));
}

/** MultiEdit is several Edits, so an item that names Edit means it, too. */
function namesTool(item: KnowledgeItem, action: ToolAction): boolean {
  const { tools } = item.triggers;
  return tools.includes(action.tool) || (action.tool === 'MultiEdit' && tools.includes('Edit'));
}

/**
 * The pattern of the item that matches a file of the call. A file that a command changes counts for every item; one
 * that it runs or passes on (`bash deploy.sh`, `psql -f 0044.sql`) only for items that name Bash.
 */
function matchingPattern(item: KnowledgeItem, action: ToolAction, timeIsUp: () => boolean): string | undefined {
  const inputFiles = item.triggers.tools.includes('Bash') ? action.inputFiles : [];
  return item.triggers.files.find(
    (pattern) =>
      !timeIsUp() &&
      (action.changedFiles.some((file) => matchesFile(file, pattern) || isBelow(pattern, file)) ||
        inputFiles.some((file) => matchesFile(file, pattern))),
  );
}

function matchesFile(file: ActionFile, pattern: string): boolean {
  const path = pathFor(pattern, file);
  return path !== undefined && matchesPattern(path, pattern);
}

/** Moving or removing a folder changes the files in it: `rm -r db` for `db/migrations/**`, `rm -r .` for all of them. */
function isBelow(pattern: string, folder: ActionFile): boolean {
  const path = pathFor(pattern, folder);
  if (path === '.') return folder.isRemoved === true;
  return path !== undefined && pattern.slice(0, pattern.search(/[*?[{]|$/)).startsWith(`${path}/`);
}

function pathFor(pattern: string, { absolute, inProject }: ActionFile): string | undefined {
  return pattern.startsWith('/') ? absolute : inProject;
}

/** The keyword is the command itself, or a statement that it passes to a database. */
function isRun(keyword: string, { command }: ToolAction): boolean {
  if (command === undefined) return false;
  const text = keyword.trim().replace(/\s+/g, ' ').toLowerCase();
  return (
    matchesCommand(keyword, command.commands, command.inner) ||
    command.statements.some((statement) => statement.includes(text))
  );
}

function isDone(keyword: string, action: ToolAction): boolean {
  return isRun(keyword, action) || action.command?.text.includes(keyword.toLowerCase()) === true;
}

function isSaid(keyword: string, { messages }: ToolAction): boolean {
  return messages().includes(keyword.toLowerCase());
}

function shareOf(found: readonly string[], all: readonly string[]): number {
  return all.length === 0 ? NEUTRAL : found.length / all.length;
}

// 0.4 + 0.2 + 0.05 + 0.05 is slightly less than 0.7 in binary, which would miss the threshold.
function rounded(number: number): number {
  return Math.round(number * 1e9) / 1e9;
}
