import { plainLine, plainText } from '../../kernel/plain-text.js';
import { closesFence, type Fence, openedFence } from '../answer-markup.js';
import { quote } from '../prompt/sections.js';

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
  const longest = (shown.match(/`+/g) ?? []).reduce((max, run) => Math.max(max, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/**
 * Makes links and link definitions inert that a viewer would not open as a web page: `javascript:`, `data:`, `file:`
 * and every other scheme but http and https. Links without a scheme stay: they lead to a file of the project.
 */
export function withoutActiveLinks(text: string): string {
  if (!/\][(:]/.test(text)) return text;
  return getParts(text)
    .map(({ isCode, lines }) => (isCode ? lines : escapeLinks(lines)))
    .join('');
}

/** `](` begins the target of a link and `]:` that of a definition; behind a backslash the sign is only a sign. */
function escapeLinks(text: string): string {
  return text.replace(/\]([(:])(?=[\s>]*<?\s*([^\s<>/?#]{0,80}))/g, (whole, sign: string, scheme: string) =>
    isInert(scheme) ? whole : `]\\${sign}`,
  );
}

/** `start` is the target up to its first slash. An entity or a backslash in it could spell any scheme. */
function isInert(start: string): boolean {
  return /^https?:$/i.test(start) || !/[:&\\]/.test(start);
}

interface Part {
  readonly isCode: boolean;
  readonly lines: string;
}

/**
 * Code blocks are left as they are, where every viewer sees the same block: fences that begin their line. One fence in
 * a list, a quotation or behind spaces, and it depends on the lines around it where a block ends: then all is text.
 */
function getParts(text: string): Part[] {
  if (/^[\s>*+\-\d.)]+(?:```|~~~)/m.test(text)) return [{ isCode: false, lines: text }];
  const parts: Part[] = [];
  let fence: Fence | undefined;
  for (const lines of text.split(/(?<=\n)/)) {
    const opened = fence ?? (/^[`~]/.test(lines) ? openedFence(lines.trimEnd()) : undefined);
    parts.push({ isCode: opened !== undefined, lines });
    fence = fence !== undefined && closesFence(lines, fence) ? undefined : opened;
  }
  return joined(parts);
}

/** The target of a link may be on the next line. */
function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.isCode === part.isCode) whole[whole.length - 1] = { ...part, lines: last.lines + part.lines };
    else whole.push(part);
  }
  return whole;
}
