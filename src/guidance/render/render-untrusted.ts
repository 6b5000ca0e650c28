import { formatCount } from '../../kernel/format-count.js';
import { quoteText } from '../../kernel/quote.js';
import type { ScoredItem } from '../relevance/match-item.js';
import { OWN_MARK } from './own-text.js';

/** Foreign items that match a call: a count and quoted titles, nothing else of them. */
export function renderUntrusted(items: readonly ScoredItem[]): string {
  if (items.length === 0) return '';
  const titles = items.slice(0, MAX_TITLES).map(({ item }) => quoteTitle(item.label));
  const more = items.length > titles.length ? ` and ${items.length - titles.length} more` : '';
  const records = `${formatCount(items.length, 'record')} of others`;
  const state = items.length === 1 ? 'matches this call but is' : 'match this call but are';
  return `${OWN_MARK}: ${records} ${state} not reviewed by the user yet, so only titles are shown: ${titles.join(', ')}${more}. \`witan knowledge list --status draft\` lists them for the user.`;
}

const MAX_TITLES = 5;
const MAX_TITLE_LENGTH = 80;

/** The title of an item that the user has not reviewed, inside a text. */
export function quoteTitle(label: string): string {
  return quoteText(label, MAX_TITLE_LENGTH);
}
