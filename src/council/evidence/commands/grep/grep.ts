import { failure, type Result, success } from '../../../../kernel/result.js';
import type { OpenFile } from '../../confinement/project.js';
import type { Command, CommandScene } from '../command.js';
import { outputOf } from '../output.js';
import { collectFiles } from './collect-files.js';
import { type GrepOptions, readGrepOptions } from './grep-options.js';
import { createLineMatcher, type LineMatcher } from './line-matcher.js';
import type { SearchedFile } from './matched-line.js';
import { renderSearch } from './render-search.js';
import { searchInSandbox } from './search-in-sandbox.js';
import { searchLines } from './search-lines.js';
import { textOf } from './text-of.js';

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

const FILES_AT_ONCE = 200;
const MOST_TEXT = 2_000_000;

async function search(
  options: GrepOptions,
  matcher: LineMatcher,
  scene: CommandScene,
): Promise<Result<string, string>> {
  const files = await collectFiles(options, scene);
  if (!files.ok) return files;
  // A walk that is stopped just ends.
  if (scene.signal.aborted) return failure(STOPPED);
  const { paths, named, isMoreThanOne } = files.value;
  const searched: SearchedFile[] = [];
  const notes: string[] = [];
  let size = 0;
  for (let start = 0; start < paths.length && size < MOST_TEXT; start += FILES_AT_ONCE) {
    if (scene.signal.aborted) return failure(STOPPED);
    const part = paths.slice(start, start + FILES_AT_ONCE);
    const found = await searchPart(part, named, options, matcher, scene, notes);
    if (!found.ok) return found;
    searched.push(...found.value);
    size += found.value.reduce((sum, { lines }) => lines.reduce((total, { text }) => total + text.length, sum), 0);
  }
  if (size >= MOST_TEXT) notes.push('there is more than this; ask for less');
  const lines = renderSearch(searched, options, options.fileNames ?? isMoreThanOne);
  return success(lines.length === 0 && notes.length === 0 ? 'Nothing matches.' : outputOf(lines, notes));
}

const STOPPED = 'grep was stopped at the time limit; name a smaller folder.';

async function searchPart(
  paths: readonly string[],
  named: ReadonlySet<string>,
  options: GrepOptions,
  matcher: LineMatcher,
  scene: CommandScene,
  notes: string[],
): Promise<Result<SearchedFile[], string>> {
  const open: OpenFile[] = [];
  try {
    const texts: { readonly file: OpenFile; readonly content: Buffer }[] = [];
    for (const path of paths) {
      if (scene.signal.aborted) return failure(STOPPED);
      const opened = await scene.project.openFile(path);
      // A file of the walk may have gone, or may not be for our eyes; only one that was asked for by name is told.
      if (!opened.ok && named.has(path)) return failure(`grep: ${opened.error}`);
      if (!opened.ok) continue;
      open.push(opened.value);
      const content = await textOf(opened.value, scene.maxFileBytes, matcher.longestLine);
      if (content.ok) texts.push({ file: opened.value, content: content.value });
      else if (named.has(path)) notes.push(content.error);
    }
    if (scene.programs !== null) {
      return await searchInSandbox(
        texts.map(({ file }) => file),
        options,
        scene.programs,
        scene.signal,
      );
    }
    const searched: SearchedFile[] = [];
    for (const { file, content } of texts) {
      searched.push({ path: file.path, lines: await searchLines(content, matcher, options.selection, scene.signal) });
    }
    return success(searched);
  } finally {
    await Promise.all(open.map((file) => file.close()));
  }
}
