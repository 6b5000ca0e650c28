import { failure, type Result, success } from '../../../../kernel/result.js';
import { printablePath } from '../../confinement/printable-path.js';
import type { OpenFile } from '../../confinement/project.js';
import { decodeText, looksBinary } from '../../text/file-text.js';
import { readVisibleLines } from '../../text/visible-lines.js';
import type { CommandScene } from '../command.js';
import type { LineSearch } from './line-search.js';

/** A file that grep is to look at. */
export interface SearchableFile {
  readonly path: string;
  /** Its lines without secrets, as they are printed. */
  readonly shown: readonly string[];
  /** What is searched, ended by a line break: a line for each that is shown. */
  readonly searched: Buffer;
  /** Whether a line may be selected. */
  isOffered(index: number): boolean;
  /** Whether a secret was taken out of a line. */
  isChanged(index: number): boolean;
}

/** Nothing in it is selected, so that there is no reason to look for its secrets. */
export const NOTHING_TO_SELECT = 'nothing to select';

/** Reads a file for a search, and closes it: all of it, or a sentence about why it is passed over. */
export async function readSearchable(
  file: OpenFile,
  search: LineSearch,
  scene: CommandScene,
): Promise<Result<SearchableFile | typeof NOTHING_TO_SELECT, string>> {
  try {
    return await readOpenFile(file, search, scene);
  } finally {
    await file.close();
  }
}

async function readOpenFile(
  file: OpenFile,
  search: LineSearch,
  { maxFileBytes, redact, signal }: CommandScene,
): Promise<Result<SearchableFile | typeof NOTHING_TO_SELECT, string>> {
  const path = printablePath(file.path);
  if (file.size > maxFileBytes) return failure(`${path} is passed over: it has more than ${maxFileBytes} bytes`);
  const content = await file.read(maxFileBytes);
  if (looksBinary(content)) return failure(`${path} is passed over: it is not text`);
  const longest = longestLine(content);
  if (longest > search.longestLine)
    return failure(`${path} is passed over: it has a line of ${longest} bytes, too long for this pattern`);
  if (!(await search.maySelect(content, signal))) return success(NOTHING_TO_SELECT);
  const lines = await readVisibleLines(decodeText(content), redact);
  return success({
    path: file.path,
    shown: lines.shown,
    searched: lines.shown === lines.searched ? ended(content) : Buffer.from(`${lines.searched.join('\n')}\n`, 'utf8'),
    isOffered: (index) => search.offersChanged || !lines.isChanged(index),
    isChanged: (index) => lines.isChanged(index),
  });
}

function longestLine(content: Buffer): number {
  let longest = 0;
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(LINE_FEED, start);
    const next = end === -1 ? content.length : end + 1;
    longest = Math.max(longest, next - start);
    start = next;
  }
  return longest;
}

function ended(content: Buffer): Buffer {
  return content.length === 0 || content.at(-1) === LINE_FEED
    ? content
    : Buffer.concat([content, Buffer.of(LINE_FEED)]);
}

const LINE_FEED = 10;
