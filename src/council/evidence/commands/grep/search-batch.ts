import { type Result, success } from '../../../../kernel/result.js';
import type { CommandScene } from '../command.js';
import { findHits } from './find-hits.js';
import { findHitsInSandbox } from './find-hits-in-sandbox.js';
import type { GrepOptions } from './grep-options.js';
import { type Hit, linesToPrint, MOST_PIECES, piecesOf } from './hit.js';
import type { LineMatcher } from './line-matcher.js';
import type { SearchedFile } from './matched-line.js';
import type { SearchableFile } from './searchable-file.js';

/** A file in which nothing can be selected has nothing but its path. */
type BatchedFile = SearchableFile | { readonly path: string; readonly shown?: never };

/** Searches some files, by the real program in a sandbox or by our own code. */
export async function searchBatch(
  batch: readonly BatchedFile[],
  options: GrepOptions,
  matcher: LineMatcher,
  scene: CommandScene,
): Promise<Result<SearchedFile[], string>> {
  const files = batch.filter((file): file is SearchableFile => file.shown !== undefined);
  const hits = await findAll(files, options, matcher, scene);
  if (!hits.ok) return hits;
  const hitsOf = new Map<BatchedFile, readonly Hit[]>(files.map((file, index) => [file, hits.value[index] ?? []]));
  return success(
    batch.map((file) => {
      const found = hitsOf.get(file) ?? [];
      const isPrinted = options.report === 'lines' && file.shown !== undefined;
      const lines = isPrinted ? linesToPrint(file, found, options.selection) : [];
      const pieces = isPrinted ? found.reduce((sum, hit) => sum + piecesOf(hit), 0) : 0;
      return { path: file.path, selected: found.length, lines, isCut: pieces >= MOST_PIECES };
    }),
  );
}

async function findAll(
  files: readonly SearchableFile[],
  options: GrepOptions,
  matcher: LineMatcher,
  { programs, signal }: CommandScene,
): Promise<Result<Hit[][], string>> {
  if (files.length === 0) return success([]);
  if (programs !== null) return findHitsInSandbox(files, options, programs, signal);
  const hits: Hit[][] = [];
  for (const file of files) hits.push(await findHits(file, matcher, options, signal));
  return success(hits);
}
