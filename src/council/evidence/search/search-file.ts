import type { Pause } from '../../../kernel/create-pause.js';
import { decodeText, getLines, looksBinary } from '../text/file-text.js';
import type { EvidenceContext } from '../tool.js';
import type { LinePattern } from './compile-pattern.js';
import type { RequiredText } from './required-text.js';

export interface FileMatches {
  /** The real path, relative to the root. */
  readonly path: string;
  /** As they are shown. */
  readonly lines: readonly string[];
  /** Indexes into the lines. */
  readonly matching: readonly number[];
}

/** What the search of one file needs. */
export interface FileSearch {
  readonly pattern: LinePattern;
  /** Matches that are looked for in one file. */
  readonly maxMatches: number;
  readonly pause: Pause;
}

export interface FileText {
  readonly path: string;
  /** The participant named it; it was not found by a walk. */
  readonly isNamed: boolean;
  readonly bytes: Buffer;
}

/** Undefined when the file cannot, may not or need not be read. */
export async function readForSearch(
  path: string,
  isNamed: boolean,
  { project, maxFileBytes }: EvidenceContext,
): Promise<FileText | undefined> {
  const opened = await project.openFile(path);
  if (!opened.ok) return undefined;
  const file = opened.value;
  try {
    if (file.size > maxFileBytes) return undefined;
    const bytes = await file.read(maxFileBytes);
    return looksBinary(bytes) ? undefined : { path: file.path, isNamed, bytes };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

function containsAny(text: string, { anyOf, ignoreCase }: RequiredText): boolean {
  if (!ignoreCase) return anyOf.some((required) => text.includes(required));
  // The long s is the one letter beyond ASCII that folds to an ASCII one and that lower case does not change.
  const folded = text.toLowerCase().replaceAll('\u017f', 's');
  return anyOf.some((required) => folded.includes(required.toLowerCase()));
}

/**
 * The lines of one file that match; undefined when none does.
 *
 * A file's secrets are looked for only where something may be found in it, and whether that is so must not depend on
 * them. A text that every match needs is looked for in the file as it is, because none is found inside a secret.
 * Without such a text the file itself is searched, and lines with a secret do not count.
 */
export async function searchFile(
  { path, isNamed, bytes }: FileText,
  search: FileSearch,
  { redact, signal }: EvidenceContext,
): Promise<FileMatches | undefined> {
  const { pattern } = search;
  const { required } = pattern;
  const text = decodeText(bytes);
  if (required !== undefined && !containsAny(text, required)) return undefined;
  const isSearchedFirst = required === undefined && !isNamed && !pattern.matches('');
  const candidates = isSearchedFirst ? await matchLines(getLines(text), search, signal) : undefined;
  if (candidates?.length === 0) return undefined;
  const visible = readVisibleLines(text, await redact(text, path));
  const matching =
    candidates?.filter((index) => !visible.isChanged(index)) ?? (await matchLines(visible.searched, search, signal));
  return matching.length === 0 ? undefined : { path, lines: visible.shown, matching };
}

async function matchLines(
  lines: readonly string[],
  { pattern, maxMatches, pause }: FileSearch,
  signal: AbortSignal,
): Promise<number[]> {
  const matching: number[] = [];
  let characters = 0;
  for (let index = 0; index < lines.length && matching.length < maxMatches; index++) {
    const line = lines[index] ?? '';
    if (pattern.matches(line.endsWith('\r') ? line.slice(0, -1) : line)) matching.push(index);
    characters += line.length + MIN_COST_PER_LINE;
    if (characters < pattern.charactersPerTurn) continue;
    characters = 0;
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    if (signal.aborted) break;
  }
  return matching;
}

/** An empty line takes a moment too. */
const MIN_COST_PER_LINE = 10;

/** The lines of a file as participants may see them. */
interface VisibleLines {
  readonly shown: readonly string[];
  /**
   * What patterns are matched against. A secret is replaced by one character that no pattern can name; the rest of
   * these lines is as it is in the file.
   */
  readonly searched: readonly string[];
  /** True if something was taken out of a line. */
  isChanged(index: number): boolean;
}

/** A secret must be taken out before lines are chosen: a match inside it or a cut through it would reveal it. */
function readVisibleLines(text: string, redacted: string): VisibleLines {
  const shown = getLines(redacted);
  if (redacted === text) return { shown, searched: shown, isChanged: () => false };
  const before = getLines(text);
  return {
    shown,
    searched: shown.map((line, index) => (line === before[index] ? line : withoutMarkers(line, before[index] ?? ''))),
    isChanged: (index) => shown[index] !== before[index],
  };
}

const TAKEN_OUT = '\ufffd';

/** Every part that is kept is in the line as it was: no word of a marker is found, and no new word is made. */
function withoutMarkers(line: string, before: string): string {
  const parts = line.split(MARKER);
  let from = 0;
  for (const part of parts) {
    const found = before.indexOf(part, from);
    if (found === -1) return sharedEnds(line, before);
    from = found + part.length;
  }
  return parts.join(TAKEN_OUT);
}

const MARKER = /\[redacted: [^\]\n]{1,60}\]/;

/** Whatever the markers look like. */
function sharedEnds(line: string, before: string): string {
  const length = Math.min(line.length, before.length);
  let start = 0;
  while (start < length && line[start] === before[start]) start++;
  let end = 0;
  while (end < length - start && line.at(-1 - end) === before.at(-1 - end)) end++;
  return line.slice(0, start) + TAKEN_OUT + line.slice(line.length - end);
}
