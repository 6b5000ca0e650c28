import { plainLine, plainText } from '../../kernel/plain-text.js';
import { quote } from '../prompt/sections.js';

/** Others' words in a line of ours: without escape sequences, and without links or tags that a viewer would load. */
export function oneLine(text: string): string {
  return plainLine(text).replace(/[[<]/g, '\\$&');
}

/** A whole text of others. Code stays as it is; only images, which a viewer would fetch, are made inert. */
export function quoteSafely(text: string): string {
  return quote(plainText(text).replace(/!(?=\[[^\]\n]{0,500}\]\s*[([])/g, '\\!'));
}
