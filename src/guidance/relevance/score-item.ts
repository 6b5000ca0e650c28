import type { ScoredItem, ScoreParts } from '../injection/injection.js';
import type { KnowledgeItem, Priority } from '../item/item.js';
import { whyUntold } from '../item/why-untold.js';
import type { Act, ActFile } from './act.js';
import { namesCommand } from './bash/names-command.js';
import { matchesGlob } from './glob.js';

export const WEIGHTS: ScoreParts = { tool: 0.4, file: 0.4, action: 0.1, context: 0.1 };
export const MULTIPLIERS: Readonly<Record<Priority, number>> = { CRITICAL: 2, HIGH: 1.5, MEDIUM: 1, LOW: 0.5 };
/** A condition that an item does not name counts half. */
export const NEUTRAL = 0.5;

/**
 * How much an item concerns an act: the weighted sum of four parts, times the multiplier of its priority. When the time
 * is up, it ends at once with whatever it has; the caller must ask, too.
 */
export function scoreItem(item: KnowledgeItem, act: Act, timeIsUp: () => boolean = () => false): ScoredItem {
  const { tools, files, actions, contexts } = item.triggers;
  const { spoken } = act;
  const file = matchingPattern(item, act, timeIsUp);
  const action = actions.filter((word) => !timeIsUp() && isSaidOrDone(word, act));
  const context = contexts.filter((word) => !timeIsUp() && says(spoken, word));
  const parts: ScoreParts = {
    tool: tools.length === 0 ? NEUTRAL : Number(namesTool(item, act)),
    file: files.length === 0 ? NEUTRAL : Number(file !== undefined),
    action: shareOf(action, actions),
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
    matched: [
      ...(parts.tool === 1 ? [`tool ${act.tool}`] : []),
      ...(file === undefined ? [] : [`file ${file}`]),
      ...action.map((word) => `action "${word.trim()}"`),
      ...context.map((word) => `context "${word.trim()}"`),
    ],
  };
}

/**
 * Whether anything specific ties an item to an act. The score alone would show a CRITICAL item that names Write at
 * every Write, and one that names Bash at every `ls`: the tool is worth 0.8. Ours, beside the formula: an item that
 * names file patterns or action keywords needs one of them to match, and a draft that names nothing is tied to nothing.
 * It is asked first, because it is quickly answered for the many items that a call has nothing to do with.
 */
export function isTiedTo(item: KnowledgeItem, act: Act, timeIsUp: () => boolean = () => false): boolean {
  const { files, actions } = item.triggers;
  if (whyUntold(item) !== undefined) return false;
  if (files.length === 0 && actions.length === 0) return true;
  return matchingPattern(item, act, timeIsUp) !== undefined || actions.some((word) => isSaidOrDone(word, act));
}

/** Ours: MultiEdit is several Edits, so an item that names Edit means it as well. */
function namesTool(item: KnowledgeItem, act: Act): boolean {
  const { tools } = item.triggers;
  return tools.includes(act.tool) || (act.tool === 'MultiEdit' && tools.includes('Edit'));
}

/**
 * The pattern of the item that matches a file of the act. A file that a command changes counts for every item; one
 * that it runs or hands over (`bash deploy.sh`, `psql -f 0044.sql`) only for items that name Bash.
 */
function matchingPattern(item: KnowledgeItem, act: Act, timeIsUp: () => boolean): string | undefined {
  const handed = item.triggers.tools.includes('Bash') ? act.handed : [];
  return item.triggers.files.find(
    (pattern) =>
      !timeIsUp() &&
      (act.changed.some((file) => matchesFile(file, pattern) || liesBelow(pattern, file)) ||
        handed.some((file) => matchesFile(file, pattern))),
  );
}

function matchesFile(file: ActFile, pattern: string): boolean {
  const path = pathFor(pattern, file);
  return path !== undefined && matchesGlob(path, pattern);
}

/** Moving or removing a folder concerns what lies in it: `rm -r db` for `db/migrations/**`, `rm -r .` for everything. */
function liesBelow(pattern: string, folder: ActFile): boolean {
  const path = pathFor(pattern, folder);
  if (path === '.') return folder.isRemoved === true;
  return path !== undefined && pattern.slice(0, pattern.search(/[*?[{]|$/)).startsWith(`${path}/`);
}

function pathFor(pattern: string, { absolute, inProject }: ActFile): string | undefined {
  return pattern.startsWith('/') ? absolute : inProject;
}

function isSaidOrDone(word: string, act: Act): boolean {
  return says(act.spoken, word) || namesCommand(word, act.commands);
}

function says(text: string, word: string): boolean {
  return text.includes(word.toLowerCase());
}

function shareOf(found: readonly string[], all: readonly string[]): number {
  return all.length === 0 ? NEUTRAL : found.length / all.length;
}

// 0.4 + 0.2 + 0.05 + 0.05 is 0.7 on paper and a little less in binary: that would decide against the threshold.
function rounded(number: number): number {
  return Math.round(number * 1e9) / 1e9;
}
