import { TAKEN_OUT } from '../../text/visible-lines.js';
import type { LineSelection } from './grep-options.js';
import type { MatchedLine } from './matched-line.js';
import type { SearchableFile } from './searchable-file.js';

/** A line that an engine selected. */
export interface Hit {
  readonly index: number;
  /** What of it matches, where only that is asked for. */
  readonly parts: readonly string[];
}

/** Lines and parts of lines that are printed of one file; those of several files are cut elsewhere. */
export const MOST_PIECES = 20_000;

export function piecesOf({ parts }: Hit): number {
  return Math.max(1, parts.length);
}

/** The lines to print: those that were selected and, where asked for, those around them. */
export function linesToPrint(file: SearchableFile, hits: readonly Hit[], selection: LineSelection): MatchedLine[] {
  const printed: MatchedLine[] = [];
  const lineAt = (index: number, isContext: boolean) => {
    printed.push({ number: index + 1, text: file.shown[index] ?? '', isContext });
  };
  let next = 0;
  for (const [position, { index, parts }] of hits.entries()) {
    for (next = Math.max(next, index - selection.before); next < index; next++) lineAt(next, true);
    if (!selection.onlyMatching) lineAt(index, false);
    for (const part of parts) printed.push({ number: index + 1, text: partOf(part, file, index), isContext: false });
    const following = hits[position + 1]?.index ?? file.shown.length;
    const end = Math.min(following, index + 1 + selection.after);
    for (next = index + 1; next < end; next++) lineAt(next, true);
  }
  return printed;
}

function partOf(part: string, file: SearchableFile, index: number): string {
  return file.isChanged(index) ? part.replaceAll(TAKEN_OUT, '[redacted]') : part;
}
