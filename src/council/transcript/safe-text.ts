import { plainLine, plainText } from '../../kernel/plain-text.js';
import { quote } from '../prompt/sections.js';
import { withoutActiveLinks } from './active-links.js';

/** Others' words in a line of ours: without escape sequences, and without links or tags that a viewer would load. */
export function oneLine(text: string): string {
  return withEscapes(plainLine(text), /[[<]/g);
}

/** The same as code: nothing in it is Markdown. */
export function inlineCode(text: string): string {
  return `\`${plainLine(text).replaceAll('`', "'")}\``;
}

/**
 * An answer: its Markdown stays, but what a viewer would fetch is made inert, images of every kind and tags, and so are
 * links that do not lead to a web page. In code a backslash more may be seen for that.
 */
export function quoteSafely(text: string): string {
  return quote(withEscapes(withoutActiveLinks(plainText(text)), /<|!(?=\[)/g));
}

/** An existing backslash would escape ours, so it is doubled. */
function withEscapes(text: string, marks: RegExp): string {
  return text.replace(/(?<!\\)\\+(?=[[<!])/g, '$&$&').replace(marks, '\\$&');
}

/** A file or a listing as it is, in a fence that nothing inside it can close. */
export function fenceSafely(text: string): string {
  const shown = plainText(text).replace(/\n+$/, '');
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}text\n${shown}\n${fence}`;
}
