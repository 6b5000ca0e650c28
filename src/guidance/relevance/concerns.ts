import type { KnowledgeItem } from '../item/item.js';
import type { Act } from './act.js';
import { matchingPattern } from './score-item.js';

/**
 * Whether anything specific ties an item to an act. The score alone would show a CRITICAL item that names Write at
 * every Write: its tool is worth 0.8. Rules of ours, beside the formula:
 * 1. An item that names file patterns needs one of them, or one of its action keywords, to match.
 * 2. An item that names action keywords and no files needs one of its keywords to match.
 * 3. For a command the command itself is the act: items that name Bash or files look for their keywords there, as whole
 *    words, and not in the messages. "Tomorrow we deploy" is no reason to interrupt an `ls`.
 * 4. An item that names context keywords and nothing else needs one of those to match.
 * 5. An edit of a file outside the project concerns only items that name it by an absolute pattern.
 */
export function concerns(item: KnowledgeItem, act: Act): boolean {
  const { tools, files, actions, contexts } = item.triggers;
  if (files.length > 0 && matchingPattern(item, act) !== undefined) return true;
  if (act.isElsewhere) return false;
  if (files.length > 0 || actions.length > 0) {
    if (actions.some((keyword) => isDone(keyword, act.commandText))) return true;
    const isJudgedByCommand = act.isCommand && (files.length > 0 || tools.includes('Bash'));
    return !isJudgedByCommand && actions.some((keyword) => act.messages.includes(keyword.toLowerCase()));
  }
  if (tools.length > 0 || contexts.length === 0) return true;
  return contexts.some((keyword) => `${act.messages}\n${act.commandText}`.includes(keyword.toLowerCase()));
}

/** `deploy` is done by `make deploy` and `npm run deploy:web`, not by `kubectl get deployments` or `view deploy.yml`. */
function isDone(keyword: string, commandText: string): boolean {
  const wanted = keyword.toLowerCase();
  for (let at = commandText.indexOf(wanted); at !== -1; at = commandText.indexOf(wanted, at + 1)) {
    const before = commandText[at - 1];
    const after = commandText[at + wanted.length];
    const endsWell = /\s$/.test(wanted) || isBoundary(after);
    if (isBoundary(before) && endsWell) return true;
  }
  return false;
}

function isBoundary(character: string | undefined): boolean {
  return character === undefined || !/[\w./-]/.test(character);
}
