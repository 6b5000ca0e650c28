import { cutText } from '../../kernel/cut-text.js';
import { plainLine } from '../../kernel/plain-text.js';

/**
 * Stored text as a part of a line. Answers of models are read line by line for votes and requests: words of an old
 * answer must never be where a new one's would be.
 */
export function oneLine(text: string, maxLength: number): string {
  return cutText(plainLine(text).replace(MARKERS, '$1$2 ='), maxLength);
}

const MARKERS = /\b(VOTE|TOOL_REQUEST)([\s*_`"']{0,8})[:：]/gi;
