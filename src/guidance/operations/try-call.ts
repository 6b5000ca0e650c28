import { decideInjection } from '../injection/decide-injection.js';
import { type Injection, NO_MEMORY } from '../injection/injection.js';
import { notShownReason } from '../item/inactive-reason.js';
import { matchesTrigger, type ScoredItem, scoreItem } from '../relevance/match-item.js';
import { EDITORS, readToolAction, toToolCall } from '../relevance/tool-action.js';
import { renderInjection } from '../render/render-injection.js';
import { renderUntrusted } from '../render/render-untrusted.js';
import type { CallTrial, TriedCall, TriedItem } from './knowledge.js';
import { inactiveReasonNow, type ReviewContext } from './review.js';

/** What the hook would do at the first call of a session. No item is left out to compare, and nothing is written down. */
export function tryCall({ tool, target }: TriedCall, asked: ReviewContext, projectFolder: string): CallTrial {
  const input = { tool_name: tool, tool_input: { [EDITORS[tool] ?? 'command']: target }, ...IDS };
  const call = toToolCall(input, { projectFolder, readMessages: () => [] });
  const action = call && readToolAction(call);
  if (call === undefined || action === undefined) return { text: '', items: [] };
  const { index, now } = asked;
  const settings = { ...index.settings, holdout: 0 };
  const injection = decideInjection({ ...index, settings, itemsFor: () => index.items }, call, {
    memory: NO_MEMORY,
    now,
  });
  const decided = [
    ...injection.pauseFor.map((scored) => toTried(scored, 'pauses')),
    ...injection.show.map((scored) => toTried(scored, 'shown')),
    ...injection.foreign.map((scored) => toTried(scored, 'title shown')),
  ];
  const known = new Set(decided.map(({ item }) => item.id));
  const others = index.items
    .filter(({ id, status }) => !known.has(id) && status !== 'archived')
    .map((item) => scoreItem(item, action))
    .filter(({ matched }) => matched.length > 0)
    .sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
    .slice(0, MAX_OTHERS)
    .map((scored) => {
      const isConnected = matchesTrigger(scored.item, action, () => false);
      return toTried(scored, 'not shown', whyNot(scored, asked, isConnected));
    });
  return { text: textFor(injection, asked), items: [...decided, ...others] };
}

const IDS = { session_id: 'a call to try', tool_use_id: 'a call to try' };
const MAX_OTHERS = 10;

function toTried({ item, score, matched }: ScoredItem, outcome: TriedItem['outcome'], reason?: string): TriedItem {
  return { item, score, matched, outcome, reason };
}

/** As the hook puts it. */
function textFor({ pauseFor, show, foreign }: Injection, { index: { settings } }: ReviewContext): string {
  if (foreign.length > 0) return renderUntrusted(foreign);
  return pauseFor.length > 0 ? renderInjection(pauseFor, 'pause', settings.maxItems) : renderInjection(show, 'context');
}

function whyNot({ item, score }: ScoredItem, asked: ReviewContext, isConnected: boolean): string {
  const { enabled, threshold, maxItems } = asked.index.settings;
  const inactive = inactiveReasonNow(item, asked);
  const notShown = notShownReason(item);
  if (!enabled) return 'guidance is switched off by guidance.enabled';
  if (inactive !== undefined) return inactive;
  if (notShown !== undefined) return `it ${notShown}`;
  if (!isConnected) return 'none of its file patterns and action keywords matches';
  if (item.isForeign === true && score >= threshold) return 'it is not reviewed, and own items are shown first';
  if (score < threshold) return `its score ${score} is below ${threshold}`;
  return `a call shows at most ${maxItems}`;
}
