import { isRecord } from '../../kernel/is-record.js';
import { parseRecord } from '../../kernel/parse-json.js';
import { closesFence, closingBrace, type Fence, isDecoration, markedLine, openedFence } from '../answer-markup.js';

/** A participant's request to look at the project, as written in its answer. */
export interface ToolRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * The requests in a participant's own answer: lines that start with `TOOL_REQUEST:` and have a JSON object. A code
 * fence counts only when nothing else is in it (otherwise it is an example), a quoted line or an HTML comment never.
 * Linear in time.
 */
export function parseToolRequests(answer: string): ToolRequest[] {
  return findToolRequests(answer).found.flatMap(({ request }) => request ?? []);
}

/** A marker's line, with the request in it unless it cannot be read. */
export interface FoundRequest {
  readonly request: ToolRequest | undefined;
  /** What follows the marker, as it was written. */
  readonly source: string;
}

export interface FoundRequests {
  readonly found: readonly FoundRequest[];
  /** How many more there are; of a flood only the first are read. */
  readonly unread: number;
}

export function findToolRequests(answer: string): FoundRequests {
  const whole = emptyPart();
  const lastCommentEnd = answer.lastIndexOf(COMMENT_END);
  let fenced: { readonly fence: Fence; readonly part: Part } | undefined;
  let isComment = false;
  let position = 0;
  while (position < answer.length) {
    const lineEnd = endOfLine(answer, position);
    const line = answer.slice(position, lineEnd);
    const part = fenced?.part ?? whole;
    const marked = isComment ? undefined : markedLine(line);
    let next = lineEnd + 1;
    if (isComment) isComment = !line.includes(COMMENT_END);
    else if (marked !== undefined)
      next = readMarked(answer, { start: position + marked.after, lineEnd, isCode: marked.isCode }, part);
    else if (fenced !== undefined && closesFence(line, fenced.fence)) {
      join(whole, fenced.part);
      fenced = undefined;
    } else if (fenced === undefined) {
      const fence = openedFence(line);
      if (fence !== undefined) fenced = { fence, part: emptyPart() };
      else isComment = opensComment(line, position, lastCommentEnd);
    } else if (line.trim() !== '') part.hasOtherText = true;
    position = next;
  }
  if (fenced !== undefined) join(whole, fenced.part);
  return whole;
}

const MAX_OBJECT_LENGTH = 32_768;
/** Far more than allowed; a flood of them must not cost a parse each. */
const MAX_READ = 500;
const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/** The text outside of fences, or that of one fence. */
interface Part {
  readonly found: FoundRequest[];
  unread: number;
  hasOtherText: boolean;
}

function emptyPart(): Part {
  return { found: [], unread: 0, hasOtherText: false };
}

function join(whole: Part, fenced: Part): void {
  if (fenced.hasOtherText) return;
  const room = Math.max(0, MAX_READ - whole.found.length);
  whole.found.push(...fenced.found.slice(0, room));
  whole.unread += fenced.unread + Math.max(0, fenced.found.length - room);
}

interface Marked {
  /** Where the text behind the marker begins. */
  readonly start: number;
  readonly lineEnd: number;
  readonly isCode: boolean;
}

/** Reads the request of a marked line into its part; gives the position behind it. */
function readMarked(answer: string, { start, lineEnd, isCode }: Marked, part: Part): number {
  if (part.found.length >= MAX_READ) {
    part.unread++;
    return lineEnd + 1;
  }
  const end = objectEnd(answer, start, lineEnd);
  const source = answer.slice(start, end);
  const request = parseObject(source);
  const rest = endOfLine(answer, end);
  const hasRest = request !== undefined && !isDecoration(answer.slice(end, rest));
  if (request === undefined || hasRest) part.hasOtherText = true;
  // Inline code with words behind it is a mention in a sentence; code over the whole line is a request.
  if (!(isCode && hasRest)) part.found.push({ request, source });
  return (request === undefined ? lineEnd : rest) + 1;
}

/** An object may span several lines, but not past the next marker or fence: that keeps the scan linear. */
function objectEnd(text: string, start: number, lineEnd: number): number {
  if (text[start] !== '{') return lineEnd;
  OBJECT_BOUNDARY.lastIndex = lineEnd;
  const next = OBJECT_BOUNDARY.exec(text)?.index ?? text.length;
  return closingBrace(text, start, Math.min(next, start + MAX_OBJECT_LENGTH));
}

const OBJECT_BOUNDARY = /\n(?:[ \t\r*_`#~\-+•\d.)]{0,90}TOOL_REQUEST|[ \t]{0,90}(?:`{3}|~{3}))/g;

/** A comment that begins within a line needs an end somewhere: prose may name the mark itself. */
function opensComment(line: string, lineStart: number, lastEnd: number): boolean {
  const start = line.lastIndexOf(COMMENT_START);
  const beginning = line.trimStart();
  // A quotation ends with its lines, and whatever was opened in it.
  if (start === -1 || beginning.startsWith('>') || line.includes(COMMENT_END, start)) return false;
  const isBlock = beginning.startsWith(COMMENT_START);
  return isBlock || (lastEnd > lineStart + start && line[start - 1] !== '`');
}

function parseObject(text: string): ToolRequest | undefined {
  const { name, arguments: given = {} } = parseRecord(text) ?? {};
  return typeof name === 'string' && name !== '' && isRecord(given) ? { name, arguments: given } : undefined;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
