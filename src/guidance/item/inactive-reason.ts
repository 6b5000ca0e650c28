import { parseIsoDate } from '../../kernel/parse-iso-date.js';
import { compareVersions } from './compare-versions.js';
import type { KnowledgeItem } from './item.js';

export interface Circumstances {
  readonly now: Date;
  readonly draftDays: number;
  readonly projectVersion?: string | undefined;
}

/** Below this an item is no longer shown: feedback lowered its confidence. */
const MIN_CONFIDENCE = 0.3;

/** Why an item is never shown now, whatever the call; undefined if it may be. */
export function inactiveReason(item: KnowledgeItem, circumstances: Circumstances): string | undefined {
  if (item.status === 'archived') return 'it is archived';
  if (item.supersededBy !== undefined) return `it is superseded by ${item.supersededBy}`;
  if (item.unreadable !== undefined) return `its ${item.unreadable} cannot be read`;
  if (item.confidence < MIN_CONFIDENCE) return `its confidence fell to ${item.confidence}`;
  if (isExpiredDraft(item, circumstances)) return `the draft was not reviewed within ${circumstances.draftDays} days`;
  const { validFrom, validUntil, snoozedUntil } = item;
  if (validFrom !== undefined && isBefore(circumstances, validFrom)) return `it holds from ${validFrom} on`;
  if (isOver(item, circumstances)) return `it held until ${validUntil}`;
  const wakes = snoozedUntil === undefined ? undefined : parseIsoDate(snoozedUntil);
  if (wakes !== undefined && circumstances.now < wakes) return `it is snoozed until ${snoozedUntil}`;
  return undefined;
}

const DAY_MS = 86_400_000;

/** It held until a day or a version that has passed. */
export function isOver({ validUntil }: KnowledgeItem, circumstances: Circumstances): boolean {
  return validUntil !== undefined && isAfter(circumstances, validUntil);
}

export function isExpiredDraft(item: KnowledgeItem, { now, draftDays }: Circumstances): boolean {
  // Neither a misspelled status nor a missing review here removes an old item.
  if (item.status !== 'draft' || item.hasFaultyStatus === true || item.isForeign === true) return false;
  const times = momentsOf(item);
  return times.length > 0 && now.getTime() - Math.max(...times) > draftDays * DAY_MS;
}

/** A draft that was learned again counts as new. One without dates counts from the day the index first saw it. */
function momentsOf({ createdAt, lastSeenAt, firstSeenAt }: KnowledgeItem): number[] {
  const said = [createdAt, lastSeenAt ?? ''].map((text) => Date.parse(text)).filter((time) => !Number.isNaN(time));
  const met = said.length > 0 ? Number.NaN : Date.parse(firstSeenAt ?? '');
  return Number.isNaN(met) ? said : [met];
}

/** Nothing in the draft says when it was made. */
export function saysNoMoment(item: KnowledgeItem): boolean {
  return item.status === 'draft' && momentsOf(item).length === 0;
}

// A bound is a day, a moment or a version of the project. One that is neither, or cannot be compared, has no effect.
function isBefore({ now, projectVersion }: Circumstances, bound: string): boolean {
  const date = parseIsoDate(bound);
  if (date !== undefined) return now < date;
  return projectVersion !== undefined && (compareVersions(projectVersion, bound) ?? 0) < 0;
}

function isAfter({ now, projectVersion }: Circumstances, bound: string): boolean {
  const date = parseIsoDate(bound);
  // A day is over when the next one begins.
  if (date !== undefined) return now.getTime() >= date.getTime() + (/^\d{4}-\d{2}-\d{2}$/.test(bound) ? DAY_MS : 0);
  return projectVersion !== undefined && (compareVersions(projectVersion, bound) ?? 0) > 0;
}

/**
 * Why a draft is shown before no call. A draft that is only a user's message says nothing certain, and one without
 * conditions would be shown at every call: a person reviews them first.
 */
export function notShownReason({ status, source, triggers }: KnowledgeItem): string | undefined {
  if (status !== 'draft') return undefined;
  if (source !== undefined && source !== 'process_knowledge_block') return 'is the text of a message, not reviewed yet';
  const { tools, files, actions, contexts } = triggers;
  const count = tools.length + files.length + actions.length + contexts.length;
  return count === 0 ? 'names no condition' : undefined;
}
