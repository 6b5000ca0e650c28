import { readAllLines } from '../files/read-lines.js';
import type { HookIndex } from '../hook-index/hook-index.js';
import type { InjectionLine } from '../injection/injection.js';
import { INJECTION_LOG } from '../injection/logs.js';
import type { KnowledgeItem } from '../item/item.js';
import { whySilent } from '../item/why-silent.js';
import { whyUntold } from '../item/why-untold.js';
import { MULTIPLIERS, WEIGHTS } from '../relevance/score-item.js';
import type { Explanation, ReviewedItem } from './knowledge.js';

export interface ReviewContext {
  readonly index: HookIndex;
  readonly dataFolder: string;
  readonly now: Date;
}

/** Items with what happened to them so far. */
export function reviewItems(items: readonly KnowledgeItem[], context: ReviewContext): ReviewedItem[] {
  const counts = countKinds(readInjections(context.dataFolder));
  const feedback = countFeedback(readAllLines(context.dataFolder, FEEDBACK_LOG));
  return items.map((item) => ({
    item,
    silent: silenceOf(item, context),
    untold: whyUntold(item),
    timesShown: counts.get(`shown ${item.id}`) ?? 0,
    timesPaused: (counts.get(`paused ${item.id}`) ?? 0) + (counts.get(`named ${item.id}`) ?? 0),
    timesHeldOut: counts.get(`held_out ${item.id}`) ?? 0,
    helpful: feedback.get(`helpful ${item.id}`) ?? 0,
    wrong: (feedback.get(`wrong ${item.id}`) ?? 0) + (feedback.get(`not-helpful ${item.id}`) ?? 0),
  }));
}

export const FEEDBACK_LOG = 'knowledge-feedback.jsonl';

export function silenceOf(item: KnowledgeItem, { index, now }: ReviewContext): string | undefined {
  return whySilent(item, { now, draftDays: index.settings.draftDays, projectVersion: index.projectVersion });
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

const MOST_OCCASIONS = 10;

/** "Why did I see this?": the last occasions, newest first, and the newest in words. */
export function explain(item: KnowledgeItem, context: ReviewContext): Explanation {
  const occasions = readInjections(context.dataFolder)
    .filter((line) => line.item === item.id)
    .filter(isInjectionLine)
    .slice(-MOST_OCCASIONS)
    .reverse();
  return {
    item,
    silent: silenceOf(item, context),
    untold: whyUntold(item),
    occasions,
    words: inWords(item, occasions[0]),
  };
}

function inWords(item: KnowledgeItem, line: InjectionLine | undefined): string[] {
  const origin = [`Known from: ${item.evidence || 'no evidence is recorded'}`, `Confidence: ${item.confidence}`];
  if (line === undefined) return ['It has not been shown yet.', ...origin];
  const { tool, file, action, context } = line.parts;
  const part = (name: keyof typeof WEIGHTS, value: number) => `${name} ${rounded(value)} x ${WEIGHTS[name]}`;
  const parts = [part('tool', tool), part('file', file), part('action', action), part('context', context)].join(' + ');
  return [
    `${KINDS[line.kind]} before ${line.tool} at ${line.time}.`,
    `Score ${rounded(line.score)} = (${parts}) x ${MULTIPLIERS[item.priority]} for ${item.priority}.`,
    `Matched: ${line.matched.join(', ') || 'nothing in particular'}`,
    ...origin,
  ];
}

const KINDS = {
  shown: 'Shown',
  paused: 'A call was held back',
  named: 'Named when a call was held back',
  held_out: 'Withheld, to compare',
  missed_critical: 'It named the file and was not shown',
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
