import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';

export interface FileDiff {
  readonly path: string;
  readonly diff: string;
}

/** A change of one file; null is a file that does not exist. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A unified diff of one file; null is a file that does not exist. Empty if nothing differs. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const oldName = before === null ? NO_FILE : path;
  const newName = after === null ? NO_FILE : path;
  const [oldText, newText] = [before ?? '', after ?? ''];
  const patch = structuredPatch(oldName, newName, oldText, newText, undefined, undefined, { timeout: MAX_DIFF_MS });
  return formatPatch(patch ?? replaceAll({ oldName, newName, oldText, newText }), FILE_HEADERS_ONLY);
}

const NO_FILE = '/dev/null';
/** The best diff of two large, different texts can take minutes. */
const MAX_DIFF_MS = 300;

interface Texts {
  readonly oldName: string;
  readonly newName: string;
  readonly oldText: string;
  readonly newText: string;
}

/** Correct, but without looking for what the texts have in common between their beginning and their end. */
function replaceAll({ oldName, newName, oldText, newText }: Texts): StructuredPatch {
  const [removed, added] = [getLines(oldText), getLines(newText)];
  const hunk = {
    oldStart: removed.length === 0 ? 0 : 1,
    oldLines: removed.length,
    newStart: added.length === 0 ? 0 : 1,
    newLines: added.length,
    lines: [...patchLines('-', oldText, removed), ...patchLines('+', newText, added)],
  };
  const names = { oldFileName: oldName, newFileName: newName, oldHeader: undefined, newHeader: undefined };
  return { ...names, hunks: [hunk] };
}

function getLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function patchLines(sign: '-' | '+', text: string, lines: readonly string[]): string[] {
  const marked = lines.map((line) => sign + line);
  return text === '' || text.endsWith('\n') ? marked : [...marked, '\\ No newline at end of file'];
}
