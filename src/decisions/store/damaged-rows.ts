import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';

/** One line about decisions that were skipped; undefined where none was. */
export function describeDamaged(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  const count = formatCount(ids.length, 'damaged decision was', 'damaged decisions were');
  const more = ids.length > MAX_NAMED ? ', …' : '';
  return `${count} left out (${ids.slice(0, MAX_NAMED).map(plainLine).join(', ')}${more}); ${FIX}`;
}

export function damagedDecision(id: string): UserError {
  return new UserError('conflict', `the decision ${id} is damaged and cannot be read; ${FIX}`);
}

const MAX_NAMED = 3;
const FIX =
  '`witan decisions import transcripts` repairs what has a transcript, `witan decisions delete <id>` removes one';
