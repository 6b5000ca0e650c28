import { closingBrace } from '../answer-markup.js';
import type { ParsedVote } from '../contract/vote.js';
import { readVote } from './read-vote.js';

/**
 * The vote in a participant's answer: the last well-formed one counts. Anything else is an abstention whose reason
 * tells the participant what to fix. Never throws; the time it takes is linear in the length of the answer.
 */
export function parseVote(answer: string): ParsedVote {
  let reason: string | undefined;
  for (const candidate of voteObjectsFromLast(withoutThinking(answer))) {
    const parsed = readVote(candidate);
    if (parsed.kind === 'vote') return parsed;
    // The last one is the one that was meant: its problem is reported.
    reason ??= parsed.reason;
  }
  return { kind: 'abstention', reason: reason ?? 'there is no line that starts with VOTE:' };
}

/**
 * An answer without what its author only thought: `<think>` and `<thinking>` blocks. One that is never closed reaches to
 * the end, one that is only closed from the beginning: some models leave out either tag.
 */
function withoutThinking(answer: string): string {
  if (!/<\/?think(?:ing)?>/i.test(answer)) return answer;
  let kept = '';
  let isThinking = false;
  let end = 0;
  for (const tag of answer.matchAll(/<(\/?)think(?:ing)?>/gi)) {
    const isClosing = tag[1] === '/';
    const isAtLineStart = /(?:^|\n)[ \t]*$/.test(answer.slice(Math.max(0, tag.index - MAX_INDENT), tag.index));
    // A tag in the middle of a line is talked about.
    if (!isThinking && !isClosing && !isAtLineStart) continue;
    if (isClosing && !isThinking) kept = '';
    else if (!isThinking) kept += answer.slice(end, tag.index);
    isThinking = !isClosing;
    end = tag.index + tag[0].length;
  }
  return isThinking ? kept : kept + answer.slice(end);
}

const MAX_INDENT = 32;

/**
 * The text of the JSON object behind each `VOTE:` marker, the last marker's first; an empty string where none follows.
 * A hand-written scanner: regular expressions with nested braces either miss rationales that contain braces or
 * take exponential time on hostile text.
 */
function* voteObjectsFromLast(answer: string): Generator<string> {
  let reach = answer.length;
  for (const { lineStart, after } of lastMarkers(answer).reverse()) {
    yield objectFollowing(answer, after, Math.min(reach, after + MAX_OBJECT_LENGTH));
    // A marker ends the reach of the one before it, which keeps the whole scan linear.
    reach = lineStart;
  }
}

const MAX_OBJECT_LENGTH = 32_768;

/** An honest answer contains one or two. A flood of broken ones must not cost a parse each. */
const MAX_MARKERS = 100;

/** More decoration than this before a marker is not emphasis. */
const MAX_PREFIX_LENGTH = 64;

/** Also as models write it when the question is in German, Spanish or Japanese; French says "vote", too. */
const MARKER_WORDS = /vote|voto|votación|votum|stimme|投票/;

interface Marker {
  readonly lineStart: number;
  /** Where the text behind the colon begins. */
  readonly after: number;
}

function lastMarkers(answer: string): Marker[] {
  const markers: Marker[] = [];
  const words = new RegExp(MARKER_WORDS, 'gi');
  for (let found = words.exec(answer); found !== null; found = words.exec(answer)) {
    const after = afterMarker(answer, words.lastIndex);
    if (after === undefined) continue;
    const lineStart = lineStartBefore(answer, found.index);
    const isHeading = lineStart !== undefined && /[#*]/.test(answer.slice(lineStart, found.index));
    if (lineStart !== undefined && (after.hasColon || isHeading)) markers.push({ lineStart, after: after.index });
    if (markers.length >= 2 * MAX_MARKERS) markers.splice(0, MAX_MARKERS);
  }
  return markers.slice(-MAX_MARKERS);
}

/** Behind "VOTE" comes a colon, or nothing more in its line: a heading with the object below it. */
function afterMarker(answer: string, from: number): { readonly index: number; readonly hasColon: boolean } | undefined {
  const index = skip(answer, from, DECORATION);
  const character = answer[index];
  if (character === ':' || character === '：') return { index: index + 1, hasColon: true };
  return character === '\n' ? { index, hasColon: false } : undefined;
}

/** Where the marker's line begins, if only Markdown and "final" are before it: emphasis, headings, list marks, a box. */
function lineStartBefore(answer: string, marker: number): number | undefined {
  const final = /final[ \t]$/i.exec(answer.slice(Math.max(0, marker - 6), marker));
  let position = final === null ? marker : marker - final[0].length;
  while (marker - position < MAX_PREFIX_LENGTH) {
    const before = answer[position - 1];
    if (before === undefined || before === '\n') return position;
    if (before === '{') {
      const box = ['\\boxed{', '\\text{'].find((wrapper) => answer.startsWith(wrapper, position - wrapper.length));
      if (box === undefined) return undefined;
      position -= box.length;
    } else if (DECORATION.has(before)) position--;
    else return undefined;
  }
  return undefined;
}

// A quotation mark ('>') is not among them: a quoted vote is of another participant.
const DECORATION = new Set(' \t\r*_`#~-+•$');
const BEFORE_OBJECT = new Set(' \t\r\n*_`~$');

function objectFollowing(answer: string, after: number, end: number): string {
  let start = skip(answer, after, BEFORE_OBJECT);
  if (answer.slice(start, start + 4).toLowerCase() === 'json') start = skip(answer, start + 4, BEFORE_OBJECT);
  if (start >= end || answer[start] !== '{') return '';
  return answer.slice(start, closingBrace(answer, start, end));
}

function skip(text: string, from: number, characters: ReadonlySet<string>): number {
  let position = from;
  while (position < text.length && characters.has(text[position] ?? '')) position++;
  return position;
}
