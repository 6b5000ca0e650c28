import type { KnowledgeItem } from '../item/item.js';
import { OWN_MARK, plainField } from './quote.js';

/** Items of a project that the user has not trusted: a count and quoted titles, nothing else of them. */
export function renderUntrusted(items: readonly KnowledgeItem[], what: string): string {
  if (items.length === 0) return '';
  const titles = items.slice(0, MAX_TITLES).map(({ label }) => `"${shortTitle(label)}"`);
  const more = items.length > titles.length ? ` and ${items.length - titles.length} more` : '';
  const count = `${items.length} ${items.length === 1 ? 'record' : 'records'}`;
  return `${OWN_MARK}: ${count} of this project ${what}, not trusted by the user yet: ${titles.join(', ')}${more}. Their texts are not shown; \`witan init\` in this folder asks the user.`;
}

const MAX_TITLES = 5;
const MAX_TITLE_LENGTH = 80;

function shortTitle(label: string): string {
  const title = plainField(label).replaceAll('"', "'");
  return title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1)}…`;
}
