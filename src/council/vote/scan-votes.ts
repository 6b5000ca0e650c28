import { closingBrace } from '../answer/closing-brace.js';

/**
 * The text of the JSON object behind each `VOTE:` marker, the last marker's first; an empty string where none follows.
 * A hand-written scanner: regular expressions with nested braces either miss rationales that contain braces or
 * take exponential time on hostile text.
 */
export function* voteObjectsFromLast(answer: string): Generator<string> {
  let reach = answer.length;
  for (const { lineStart, after } of lastMarkers(answer).reverse()) {
    yield objectFollowing(answer, after, Math.min(reach, after + LONGEST_OBJECT));
    // A marker ends the reach of the one before it, which keeps the whole scan linear.
    reach = lineStart;
  }
}

const LONGEST_OBJECT = 32_768;

/** An honest answer holds one or two. A flood of broken ones must not cost a parse each. */
const MOST_MARKERS = 100;

/** More decoration than this before a marker is no emphasis any more. */
const LONGEST_PREFIX = 64;

interface Marker {
  readonly lineStart: number;
  /** Where the text behind the colon begins. */
  readonly after: number;
}

function lastMarkers(answer: string): Marker[] {
  const markers: Marker[] = [];
  const words = /vote/gi;
  for (let found = words.exec(answer); found !== null; found = words.exec(answer)) {
    const colon = skip(answer, words.lastIndex, DECORATION);
    if (answer[colon] !== ':') continue;
    const lineStart = lineStartBefore(answer, found.index);
    if (lineStart !== undefined) markers.push({ lineStart, after: colon + 1 });
    if (markers.length >= 2 * MOST_MARKERS) markers.splice(0, MOST_MARKERS);
  }
  return markers.slice(-MOST_MARKERS);
}

/** Where the marker's line begins, if only Markdown stands before it: emphasis, code, headings, list marks, a box. */
function lineStartBefore(answer: string, marker: number): number | undefined {
  let position = marker;
  while (marker - position < LONGEST_PREFIX) {
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

// A quotation mark ('>') is not among them: a quoted vote is somebody else's.
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
