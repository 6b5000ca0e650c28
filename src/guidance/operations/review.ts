import { readAllLines } from '../files/read-lines.js';
import type { KnowledgeIndex } from '../hook-index/hook-index.js';
import type { InjectionLine } from '../injection/injection.js';
import { INJECTION_LOG } from '../injection/logs.js';
import { inactiveReason, notShownReason } from '../item/inactive-reason.js';
import type { KnowledgeItem } from '../item/item.js';
import { MULTIPLIERS, WEIGHTS } from '../relevance/match-item.js';
import { renderInjection } from '../render/render-injection.js';
import { bodyLines } from '../render/render-item.js';
import type { Explanation, ReviewedItem } from './knowledge.js';

export interface ReviewContext {
  readonly index: KnowledgeIndex;
  readonly dataFolder: string;
  readonly now: Date;
}

/** Items with what happened to them so far. */
export function reviewItems(items: readonly KnowledgeItem[], context: ReviewContext): ReviewedItem[] {
  const counts = countKinds(readInjections(context.dataFolder));
  const feedback = countFeedback(readAllLines(context.dataFolder, FEEDBACK_LOG));
  return items.map((item) => ({
    item,
    inactive: inactiveReasonNow(item, context),
    notShown: notShownReason(item),
    timesShown: counts.get(`shown ${item.id}`) ?? 0,
    timesPaused: (counts.get(`paused ${item.id}`) ?? 0) + (counts.get(`named ${item.id}`) ?? 0),
    timesHeldOut: counts.get(`held_out ${item.id}`) ?? 0,
    helpful: feedback.get(`helpful ${item.id}`) ?? 0,
    wrong: (feedback.get(`wrong ${item.id}`) ?? 0) + (feedback.get(`not-helpful ${item.id}`) ?? 0),
  }));
}

export const FEEDBACK_LOG = 'knowledge-feedback.jsonl';

export function inactiveReasonNow(item: KnowledgeItem, { index, now }: ReviewContext): string | undefined {
  return inactiveReason(item, { now, draftDays: index.settings.draftDays, projectVersion: index.projectVersion });
}

/** Each once: a hook may fire twice for one call. */
function readInjections(dataFolder: string): readonly Record<string, unknown>[] {
  const lines = new Map<string, Record<string, unknown>>();
  for (const line of readAllLines(dataFolder, INJECTION_LOG)) {
    const { kind, item, session, time, tool_use_id: call } = line;
    const key = JSON.stringify([kind, item, session, typeof call === 'string' && call !== '' ? call : time]);
    if (!lines.has(key)) lines.set(key, line);
  }
  return [...lines.values()];
}

const MAX_OCCASIONS = 10;

/** "Why did I see this?": the last occasions, newest first, and the newest as sentences. */
export function explain(item: KnowledgeItem, context: ReviewContext): Explanation {
  const occasions = readInjections(context.dataFolder)
    .filter((line) => line.item === item.id)
    .filter(isInjectionLine)
    .slice(-MAX_OCCASIONS)
    .reverse();
  return {
    item,
    inactive: inactiveReasonNow(item, context),
    notShown: notShownReason(item),
    occasions,
    lines: [...describeOccasion(item, occasions[0]), whenRead(item, context)],
    preview: renderInjection([item], mayPause(item, context) ? 'pause' : 'context'),
  };
}

/** Whether the item can pause a call, depending on the call. */
function mayPause({ priority, status, triggers }: KnowledgeItem, { index }: ReviewContext): boolean {
  const { tools, files, actions } = triggers;
  const mayHold = priority === 'CRITICAL' && status === 'active' && index.settings.critical === 'pause-once';
  return mayHold && tools.length > 0 && files.length + actions.length > 0;
}

/** Whether the agent reads the item before a matching call runs, or after. */
function whenRead(item: KnowledgeItem, context: ReviewContext): string {
  if (item.isForeign === true) return 'Only its title is shown, after a matching call, until it is reviewed.';
  if (!mayPause(item, context)) return 'It is read after a matching call ran, with its result.';
  const { files, actions } = item.triggers;
  const exact = [
    ...(files.length > 0 ? ['a file pattern matches'] : []),
    ...(actions.length > 0 ? ['an action keyword is the command'] : []),
  ];
  return `It is read before the call if ${exact.join(' or ')}: the call is held once per session. Otherwise it is read with the result.`;
}

function describeOccasion(item: KnowledgeItem, line: InjectionLine | undefined): string[] {
  const origin = [`Known from: ${item.evidence || 'no evidence is recorded'}`, `Confidence: ${item.confidence}`];
  if (line === undefined) return ['It has not been shown yet.', ...origin];
  const { tool, file, action, context } = line.parts;
  const part = (name: keyof typeof WEIGHTS, value: number) => `${name} ${rounded(value)} x ${WEIGHTS[name]}`;
  const parts = [part('tool', tool), part('file', file), part('action', action), part('context', context)].join(' + ');
  return [
    `${KINDS[line.kind].replace('TOOL', line.tool)} (${line.time}).`,
    `Score ${rounded(line.score)} = (${parts}) x ${MULTIPLIERS[item.priority]} for ${item.priority}.`,
    `Matched: ${line.matched.join(', ') || 'nothing in particular'}`,
    ...origin,
  ];
}

/** Text that accompanies a call reaches the agent together with its result, so only a held call is read before it ran. */
const KINDS = {
  shown: 'Shown with the result of a call of TOOL, after the call had run',
  paused: 'A call of TOOL was held before it ran',
  named: 'A call of TOOL was held before it ran; only the title was shown, because several items held it',
  untrusted: 'Only its title was shown, with the result of a call of TOOL: it was not reviewed',
  held_out: 'Not shown at a call of TOOL, to compare',
  missed_critical: 'It matched the file of a call of TOOL and was not shown',
} as const;

function countKinds(lines: readonly Record<string, unknown>[]): Map<string, number> {
  return count(lines.map(({ kind, item }) => `${String(kind)} ${String(item)}`));
}

function countFeedback(lines: readonly Record<string, unknown>[]): Map<string, number> {
  return count(lines.map(({ verdict, item }) => `${String(verdict)} ${String(item)}`));
}

function count(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function isInjectionLine(line: Record<string, unknown>): line is Record<string, unknown> & InjectionLine {
  const { kind, parts, matched, score, tool, time } = line;
  return (
    typeof kind === 'string' &&
    Object.hasOwn(KINDS, kind) &&
    typeof parts === 'object' &&
    parts !== null &&
    Array.isArray(matched) &&
    typeof score === 'number' &&
    typeof tool === 'string' &&
    typeof time === 'string'
  );
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000;
}

/** Items that have a word of the query, those with most of them first. */
export function searchItems(items: readonly KnowledgeItem[], query: string, limit: number): KnowledgeItem[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.*/-]+/gu) ?? [];
  return items
    .map((item) => ({ item, points: words.reduce((sum, word) => sum + pointsFor(item, word), 0) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || (a.item.id < b.item.id ? -1 : 1))
    .slice(0, limit)
    .map(({ item }) => item);
}

function pointsFor(item: KnowledgeItem, word: string): number {
  const has = (texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(word));
  const { files, actions, contexts, tools } = item.triggers;
  if (has([item.label, item.id])) return 3;
  if (has([...files, ...actions, ...contexts, ...tools])) return 2;
  return has([item.description, item.evidence, ...bodyLines(item.content)]) ? 1 : 0;
}
