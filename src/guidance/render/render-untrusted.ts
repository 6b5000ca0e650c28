import { cutText } from '../../kernel/cut-text.js';
import { plainField } from '../../kernel/quote.js';
import type { KnowledgeItem } from '../item/item.js';
import { OWN_MARK } from './own-text.js';

/** Items of a project that the user has not trusted: a count and quoted titles, nothing else of them. */
export function renderUntrusted(items: readonly KnowledgeItem[], kind: 'call' | 'session-start'): string {
  if (items.length === 0) return '';
  const titles = items.slice(0, MAX_TITLES).map(({ label }) => `"${shortTitle(label)}"`);
  const more = items.length > titles.length ? ` and ${items.length - titles.length} more` : '';
  const isOne = items.length === 1;
  const records = `${items.length} ${isOne ? 'record' : 'records'} of this project`;
  const matching = kind === 'session-start' ? '' : ` ${isOne ? 'matches' : 'match'} this call but`;
  const state = `${isOne ? 'is' : 'are'} not trusted by the user yet`;
  return `${OWN_MARK}: ${records}${matching} ${state}, so only titles are shown: ${titles.join(', ')}${more}. \`witan init\` in this folder asks the user.`;
}

const MAX_TITLES = 5;
const MAX_TITLE_LENGTH = 80;

/** On one line, without anything that could end the quotation. */
export function shortTitle(label: string): string {
  const title = plainField(label).replaceAll('"', "'");
  return cutText(title, MAX_TITLE_LENGTH);
}
