import { createPause } from '../../../kernel/create-pause.js';
import { formatCount } from '../../../kernel/format-count.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../../../project/read-path.js';
import { formatSize, shownLine } from '../text/file-text.js';
import type { EvidenceContext } from '../tool.js';
import type { LinePattern } from './compile-pattern.js';
import { type FileMatches, type FileText, readForSearch, searchFile } from './search-file.js';

/** What is searched for, where, and what is shown of it. */
export interface Search {
  readonly pattern: LinePattern;
  /** The pattern as the participant wrote it. */
  readonly written: string;
  /** Files and folders, as the participant wrote them. */
  readonly paths: readonly string[];
  /** True if a file found below a folder is searched; a file in `paths` always is. */
  readonly accepts: (path: string, folder: string) => boolean;
  readonly report: 'lines' | 'files' | 'counts';
  /** Lines shown around each match. */
  readonly before: number;
  readonly after: number;
  readonly maxPerFile: number;
  /** Matching lines shown in total. */
  readonly maxResults: number;
}

export const DEFAULT_MAX_RESULTS = 50;

/** The one search engine: `search_code` and `grep` both end here. */
export async function searchProject(search: Search, context: EvidenceContext): Promise<Result<string, string>> {
  const files = await collectFiles(search, context);
  if (!files.ok) return files;
  const found = await searchFiles(files.value, search, context);
  return render(search, { ...found, files: files.value.size, isCut: context.signal.aborted }, context.maxFileBytes);
}

/** The files to search, each with whether it was named itself. */
type FilesToSearch = ReadonlyMap<string, boolean>;

async function collectFiles(
  { paths, accepts }: Search,
  { project, signal }: EvidenceContext,
): Promise<Result<FilesToSearch, string>> {
  const files = new Map<string, boolean>();
  for (const path of paths) {
    const folder = await project.locateFolder(path);
    if (!folder.ok) {
      const opened = await project.openFile(path);
      if (!opened.ok) return opened;
      await opened.value.close();
      files.set(path, true);
      continue;
    }
    for await (const entry of project.walk({ below: folder.value, signal })) {
      // A name that is not valid text reaches us with a replacement character and cannot be opened by it.
      if (entry.kind !== 'file' || entry.path.includes('\ufffd') || files.has(entry.path)) continue;
      if (accepts(entry.path, folder.value)) files.set(entry.path, false);
    }
  }
  return success(files);
}

interface Found {
  readonly lines: readonly string[];
  readonly shown: number;
  /** Lines or files, as the report has it, counted up to a limit. */
  readonly total: number;
}

async function searchFiles(files: FilesToSearch, search: Search, context: EvidenceContext): Promise<Found> {
  const { report, pattern } = search;
  const maxShown = report === 'lines' ? search.maxResults : MAX_FILES_SHOWN;
  const pause = createPause();
  const ofOneFile = { pattern, maxMatches: maxMatchesPerFile(search), pause };
  const lines: string[] = [];
  let [shown, total] = [0, 0];
  for await (const file of readFiles([...files])) {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    const matches = await searchFile(file, ofOneFile, context);
    if (matches === undefined) continue;
    const weight = report === 'lines' ? matches.matching.length : 1;
    if (shown < maxShown) {
      if (search.before + search.after > 0 && lines.length > 0) lines.push('--');
      lines.push(...renderFile(matches, maxShown - shown, search));
      shown += Math.min(maxShown - shown, weight);
    }
    total += weight;
    if (total >= MAX_COUNTED) break;
  }
  return { lines, shown, total: Math.min(total, MAX_COUNTED) };

  /** Several files are read at a time, but searched one after the other: together they would block the event loop. */
  async function* readFiles(waiting: (readonly [string, boolean])[]): AsyncGenerator<FileText> {
    while (waiting.length > 0 && !context.signal.aborted) {
      const some = waiting.splice(0, FILES_AT_ONCE);
      const read = some.map(([path, isNamed]) => readForSearch(path, isNamed, context));
      for (const file of await Promise.all(read)) if (file !== undefined) yield file;
    }
  }
}

function maxMatchesPerFile({ report, maxPerFile }: Search): number {
  const wanted = { lines: MAX_COUNTED, files: 1, counts: Number.POSITIVE_INFINITY }[report];
  return Math.min(maxPerFile, wanted);
}

const FILES_AT_ONCE = 16;
const MAX_FILES_SHOWN = 500;
const MAX_COUNTED = 1000;
const MAX_LINE_LENGTH = 400;

/** `path:12: text` for a line that matches, `path-13- text` for one around it, `--` where lines are left out between. */
function renderFile(file: FileMatches, maxShown: number, { report, before, after }: Search): string[] {
  const path = printablePath(file.path);
  if (report === 'files') return [path];
  if (report === 'counts') return [`${path}:${file.matching.length}`];
  const shown: string[] = [];
  const matching = file.matching.slice(0, maxShown);
  const isMatch = new Set(matching);
  let next = 0;
  for (const match of matching) {
    const from = Math.max(next, match - before);
    if (before + after > 0 && from > next && shown.length > 0) shown.push('--');
    const to = Math.min(file.lines.length - 1, match + after);
    for (let index = from; index <= to; index++) {
      const mark = isMatch.has(index) ? ':' : '-';
      shown.push(`${path}${mark}${index + 1}${mark} ${shownLine(file.lines[index] ?? '', MAX_LINE_LENGTH)}`);
    }
    next = Math.max(next, to + 1);
  }
  return shown;
}

function render(
  { written, report }: Search,
  { lines, shown, total, files, isCut }: Found & { readonly files: number; readonly isCut: boolean },
  maxFileBytes: number,
): Result<string, string> {
  if (isCut && total === 0)
    return failure('The time was up before a match was found; give a path or a glob to search in fewer files.');
  if (total === 0)
    return success(
      `No line matches ${JSON.stringify(printablePath(written))} in ${formatCount(files, 'file')} (ignored and binary files and those over ${formatSize(maxFileBytes)} are left out).`,
    );
  const hidden = total - shown;
  const count = total >= MAX_COUNTED ? `at least ${hidden}` : `${hidden}`;
  const what =
    report === 'lines' ? 'matching lines; narrow the search or raise max_results' : 'files; narrow the search';
  const notes = [
    ...(hidden > 0 ? [`(${count} more ${what})`] : []),
    ...(isCut ? ['(the time was up: there may be more)'] : []),
  ];
  return success([...lines, ...notes].join('\n'));
}
