import { plainLine } from '../../kernel/plain-text.js';
import type { HookIndex } from '../hook-index/hook-index.js';
import type { KnowledgeItem } from '../item/item.js';
import { whySilent } from '../item/why-silent.js';
import { MOST_CHARACTERS } from './most-characters.js';
import { bodyLines } from './render-item.js';

const MOST_ITEMS = 5;

/** What a session should know from its start: the CRITICAL items, and how many drafts wait for a review. */
export function renderSessionStart(index: HookIndex, now: Date): string {
  if (!index.settings.enabled) return '';
  const { draftDays } = index.settings;
  const inForce = index.items.filter(
    (item) => whySilent(item, { now, draftDays, projectVersion: index.projectVersion }) === undefined,
  );
  const critical = inForce.filter(({ priority, status }) => priority === 'CRITICAL' && status === 'active');
  const drafts = inForce.filter(({ status }) => status === 'draft').length;
  return renderList(critical, drafts);
}

/** A paragraph per item, shorter ones if they are many. */
export function renderList(critical: readonly KnowledgeItem[], drafts: number): string {
  if (critical.length === 0 && drafts === 0) return '';
  const shown = critical.slice(0, MOST_ITEMS);
  const more = critical.length - shown.length;
  const last = [
    ...(more > 0 ? [`${more} more CRITICAL ${more === 1 ? 'entry' : 'entries'}: witan knowledge list`] : []),
    ...(drafts > 0
      ? [`${drafts} ${drafts === 1 ? 'draft waits' : 'drafts wait'} for a review: witan knowledge list --status draft`]
      : []),
  ].join('\n');
  const opening = shown.length > 0 ? 'Witan guidance: what this project has recorded as CRITICAL.' : 'Witan guidance:';
  const room = Math.floor((MOST_CHARACTERS - opening.length - last.length - 4) / Math.max(1, shown.length)) - 2;
  return [opening, ...shown.map((item) => paragraph(item, room)), last].filter((part) => part !== '').join('\n\n');
}

function paragraph(item: KnowledgeItem, room: number): string {
  const text = [`⚠️ ${plainLine(item.label)} (${item.content.type})`, ...bodyLines(item.content)].join('\n');
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
