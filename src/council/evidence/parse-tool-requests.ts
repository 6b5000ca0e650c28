import { closingBrace } from '../answer/closing-brace.js';

/** A participant's wish to look at the project, as it stood in its answer. */
export interface ToolRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * The requests in a participant's own answer: lines that start with `TOOL_REQUEST:` and hold a JSON object. A code
 * fence counts only when nothing else is in it (otherwise it is an example), a quoted line never. Linear in time.
 */
export function parseToolRequests(answer: string): ToolRequest[] {
  return findToolRequests(answer).flatMap(({ request }) => request ?? []);
}

/** A marker's line, with the request in it unless it cannot be read. */
export interface FoundRequest {
  readonly request: ToolRequest | undefined;
  /** What follows the marker, as it was written. */
  readonly source: string;
}

export function findToolRequests(answer: string): FoundRequest[] {
  return splitAtFences(answer).flatMap(({ text, isFenced }) => {
    const { found, hasOtherText } = scan(text);
    return isFenced && hasOtherText ? [] : found;
  });
}

const MARKER = 'TOOL_REQUEST:';
const LONGEST_OBJECT = 32_768;
/** Far more than anybody may ask for; a flood of them must not cost a parse each. */
const MOST_MARKERS = 500;

interface Part {
  readonly text: string;
  readonly isFenced: boolean;
}

function splitAtFences(answer: string): Part[] {
  const parts: Part[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const close = () => {
    parts.push({ text: lines.join('\n'), isFenced: fence !== undefined });
    lines = [];
  };
  for (const line of answer.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      close();
      fence = fence === undefined ? mark : undefined;
    } else lines.push(line);
  }
  close();
  return parts;
}

function scan(text: string): { found: FoundRequest[]; hasOtherText: boolean } {
  const found: FoundRequest[] = [];
  let hasOtherText = false;
  let markers = 0;
  let position = 0;
  while (position < text.length && markers < MOST_MARKERS) {
    const lineEnd = endOfLine(text, position);
    const line = text.slice(position, lineEnd).trimStart();
    if (line.startsWith(MARKER)) {
      markers++;
      const start = text.indexOf(MARKER, position) + MARKER.length;
      const end = objectEnd(text, start, lineEnd);
      const source = text.slice(start, end);
      const request = readRequest(source);
      if (request === undefined) hasOtherText = true;
      found.push({ request, source });
      const rest = endOfLine(text, Math.max(end, start));
      if (request !== undefined && text.slice(end, rest).trim() !== '') hasOtherText = true;
      position = (request === undefined ? lineEnd : rest) + 1;
    } else {
      if (line.trim() !== '') hasOtherText = true;
      position = lineEnd + 1;
    }
  }
  return { found, hasOtherText };
}

/** An object may go on over several lines, but not past the next marker: that keeps the scan linear. */
function objectEnd(text: string, start: number, lineEnd: number): number {
  const brace = text.indexOf('{', start);
  if (brace === -1 || brace >= lineEnd || text.slice(start, brace).trim() !== '') return lineEnd;
  const next = text.indexOf(`\n${MARKER}`, start);
  return closingBrace(text, brace, Math.min(next === -1 ? text.length : next, brace + LONGEST_OBJECT));
}

function readRequest(text: string): ToolRequest | undefined {
  try {
    const value = JSON.parse(text) as { name?: unknown; arguments?: unknown } | null;
    const { name, arguments: given = {} } = value ?? {};
    if (
      typeof name !== 'string' ||
      name === '' ||
      typeof given !== 'object' ||
      given === null ||
      Array.isArray(given)
    ) {
      return undefined;
    }
    return { name, arguments: given as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
