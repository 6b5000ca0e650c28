import { cutText } from '../../kernel/cut-text.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainField } from '../../kernel/quote.js';
import { appendLines } from '../files/append-lines.js';
import { readLines } from '../files/read-lines.js';
import type { HookIndex } from '../hook-index/hook-index.js';
import { HOOK_TAIL_BYTES } from '../injection/logs.js';
import { textOf } from '../item/fields.js';
import { inactiveReason } from '../item/inactive-reason.js';

/** Rarely there: only a block that was not fully understood makes it. */
const NOTICE_LOG = 'lesson-notices.jsonl';

export function noteNotUnderstood(dataFolder: string, { id }: { readonly id: string }, problem: string): void {
  appendLines(dataFolder, NOTICE_LOG, [{ event: 'problem', item: id, problem }]);
}

/** What to say once about blocks that were not fully understood; empty if there is nothing new. */
export function takeLessonNotices(dataFolder: string): string {
  const lines = readLines(dataFolder, NOTICE_LOG, { maxBytes: HOOK_TAIL_BYTES });
  const shown = lines.findLastIndex((line) => textOf(line, 'event') === 'shown');
  const problems = lines.slice(shown + 1).map((line) => `${textOf(line, 'item')}: ${textOf(line, 'problem')}`);
  if (problems.length === 0 || !appendLines(dataFolder, NOTICE_LOG, [{ event: 'shown' }])) return '';
  const listed = problems.slice(-MAX_NOTICES).map((problem) => `- ${cutText(plainField(problem), 200)}`);
  return [
    'Witan guidance: a [PROCESS_KNOWLEDGE] block was not fully understood. Its text is kept in the draft:',
    ...listed,
  ].join('\n');
}

const MAX_NOTICES = 3;

/** For the user: drafts change nothing until a person reviews them. Empty if there are none. */
export function draftNotice({ items, settings, projectVersion }: HookIndex, now: Date): string {
  const circumstances = { now, draftDays: settings.draftDays, projectVersion };
  const drafts = items.filter(
    (item) => item.status === 'draft' && inactiveReason(item, circumstances) === undefined,
  ).length;
  if (!settings.enabled || drafts === 0) return '';
  const count = formatCount(drafts, 'draft lesson waits', 'draft lessons wait');
  return `Witan: ${count} for your review: /knowledge-review-drafts, or witan knowledge list --status draft`;
}
