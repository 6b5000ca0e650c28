import { failure, type Result, success } from '../../../../kernel/result.js';
import type { Command, CommandScene } from '../command.js';
import { outputOf } from '../output.js';
import { collectFiles, type FilesToSearch } from './collect-files.js';
import { type GrepOptions, readGrepOptions } from './grep-options.js';
import { createLineMatcher, type LineMatcher } from './line-matcher.js';
import { searchNamed, searchWalked } from './line-search.js';
import type { SearchedFile } from './matched-line.js';
import { renderSearch } from './render-search.js';
import { searchBatch } from './search-batch.js';
import { NOTHING_TO_SELECT, readSearchable, type SearchableFile } from './searchable-file.js';

export const grep: Command = {
  name: 'grep',
  prepare(given) {
    const options = readGrepOptions(given);
    if (!options.ok) return options;
    // Made in any case: what our own engine cannot do is refused with a sandbox too.
    const matcher = createLineMatcher(options.value.pattern, options.value.selection);
    return matcher.ok ? success((scene) => search(options.value, matcher.value, scene)) : matcher;
  },
};

/** So much text is given to one run of the program; our own code takes one file after the other. */
const BATCH_BYTES = 512 * 1024;
const BATCH_FILES = 500;
const MOST_TEXT = 2_000_000;

async function search(
  options: GrepOptions,
  matcher: LineMatcher,
  scene: CommandScene,
): Promise<Result<string, string>> {
  const files = await collectFiles(options, scene);
  if (!files.ok) return files;
  const notes: string[] = [];
  const searched = await searchAll(files.value, options, matcher, scene, notes);
  if (!searched.ok) return searched;
  const lines = renderSearch(searched.value, options, options.fileNames ?? files.value.isMoreThanOne);
  return success(lines.length === 0 && notes.length === 0 ? 'Nothing matches.' : outputOf(lines, notes));
}

async function searchAll(
  { paths, named }: FilesToSearch,
  options: GrepOptions,
  matcher: LineMatcher,
  scene: CommandScene,
  notes: string[],
): Promise<Result<SearchedFile[], string>> {
  const walked = searchWalked(options.pattern, matcher, options.selection);
  const searched: SearchedFile[] = [];
  const batch: (SearchableFile | { readonly path: string; readonly shown?: never })[] = [];
  let batchBytes = 0;
  let text = 0;
  let isCut = false;
  const flush = async () => {
    const found = await searchBatch(batch.splice(0), options, matcher, scene);
    batchBytes = 0;
    if (!found.ok) return found;
    for (const file of found.value) {
      text += file.lines.reduce((sum, line) => sum + line.text.length, 0);
      isCut ||= file.isCut;
    }
    searched.push(...found.value);
    return undefined;
  };
  for (const path of paths) {
    if (text >= MOST_TEXT) break;
    // A walk that is stopped just ends.
    if (scene.signal.aborted) return failure(STOPPED);
    const isNamed = named.has(path);
    const opened = await scene.project.openFile(path);
    // A file of the walk may have gone, or may not be for our eyes; only one that was asked for by name is told.
    if (!opened.ok && isNamed) return failure(`grep: ${opened.error}`);
    if (!opened.ok) continue;
    const read = await readSearchable(opened.value, isNamed ? searchNamed(matcher) : walked, scene);
    if (!read.ok) {
      if (isNamed) notes.push(read.error);
      continue;
    }
    batch.push(read.value === NOTHING_TO_SELECT ? { path: opened.value.path } : read.value);
    batchBytes += read.value === NOTHING_TO_SELECT ? 0 : read.value.searched.length;
    const isFull = scene.programs === null || batchBytes >= BATCH_BYTES || batch.length >= BATCH_FILES;
    const failed = isFull ? await flush() : undefined;
    if (failed !== undefined) return failed;
  }
  if (scene.signal.aborted) return failure(STOPPED);
  const failed = await flush();
  if (failed !== undefined) return failed;
  if (text >= MOST_TEXT || isCut) notes.push('there is more than this; ask for less');
  return success(searched);
}

const STOPPED = 'grep was stopped at the time limit; name a smaller folder.';
