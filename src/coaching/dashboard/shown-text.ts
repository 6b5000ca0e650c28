import { cutText } from '../../kernel/cut-text.js';
import { plainLine } from '../../kernel/plain-text.js';

/** What a model wrote after reading public issues and pages of the web, which may be hostile. */
export function shownText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  return cutText(plainLine(text), maxLength);
}

/** Names and short phrases. */
export function shownNames(names: readonly string[]): string[] {
  const shown = names.slice(0, MAX_NAMES).map((name) => shownText(name, MAX_NAME_LENGTH));
  return shown.filter((name) => name !== '');
}

const MAX_TEXT_LENGTH = 2_000;
export const MAX_NAME_LENGTH = 200;
const MAX_NAMES = 20;
