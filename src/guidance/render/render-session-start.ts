import { cutText } from '../../kernel/cut-text.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainField, quoteLines } from '../../kernel/quote.js';
import type { HookIndex } from '../hook-index/hook-index.js';
import type { LearnedValue } from '../hook-index/learned-values.js';
import { inactiveReason } from '../item/inactive-reason.js';
import type { KnowledgeItem } from '../item/item.js';
import { MAX_CHARACTERS, OWN_MARK } from './own-text.js';
import { bodyLines } from './render-item.js';

const MAX_ITEMS = 5;

/** What a session should know from its start: the CRITICAL items, and how many drafts need a review. */
export function renderSessionStart(index: HookIndex, now: Date): string {
  if (!index.settings.enabled) return '';
  const { draftDays } = index.settings;
  const active = index.items.filter(
    (item) => inactiveReason(item, { now, draftDays, projectVersion: index.projectVersion }) === undefined,
  );
  const critical = active.filter(({ priority, status }) => priority === 'CRITICAL' && status === 'active');
  const drafts = active.filter(({ status }) => status === 'draft').length;
  return renderList(critical, drafts);
}

/** The values that the most experiences support. */
export function renderValues(values: readonly LearnedValue[]): string {
  const shown = values.slice(0, MAX_VALUES);
  if (shown.length === 0) return '';
  const lines = shown.map(
    ({ text, experiences }) =>
      `${cutText(plainField(text), MAX_VALUE_LENGTH)} (${formatCount(experiences, 'experience')})`,
  );
  return `${OWN_MARK}: learned from hypotheses in this project. Lines with > quote these records.\n${quoteLines(lines)}`;
}

const MAX_VALUES = 3;
const MAX_VALUE_LENGTH = 200;

/** A paragraph per item, shorter ones if there are many. */
export function renderList(critical: readonly KnowledgeItem[], drafts: number): string {
  if (critical.length === 0 && drafts === 0) return '';
  const shown = critical.slice(0, MAX_ITEMS);
  const more = critical.length - shown.length;
  const last = [
    ...(more > 0 ? [`${formatCount(more, 'more CRITICAL entry', 'more CRITICAL entries')}: witan knowledge list`] : []),
    ...(drafts > 0
      ? [`${formatCount(drafts, 'draft waits', 'drafts wait')} for a review: witan knowledge list --status draft`]
      : []),
  ].join('\n');
  const opening =
    shown.length > 0
      ? `${OWN_MARK}: what this project has recorded as CRITICAL. Lines with > quote these records.`
      : `${OWN_MARK}:`;
  const space = Math.floor((MAX_CHARACTERS - opening.length - last.length - 4) / Math.max(1, shown.length)) - 2;
  return [opening, ...shown.map((item) => paragraph(item, space)), last].filter((part) => part !== '').join('\n\n');
}

function paragraph(item: KnowledgeItem, space: number): string {
  const text = quoteLines([`⚠️ ${plainField(item.label)} (${item.content.type})`, ...bodyLines(item.content)]);
  return cutText(text, space);
}
