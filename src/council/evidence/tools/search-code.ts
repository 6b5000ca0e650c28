import { z } from 'zod';
import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../confinement/printable-path.js';
import type { Project } from '../confinement/project.js';
import { type CompiledGlob, compileGlob } from '../glob/compile-glob.js';
import { chooseCandidates } from '../search/choose-candidates.js';
import { compilePattern, type LinePattern } from '../search/compile-pattern.js';
import { mapInOrder } from '../search/map-in-order.js';
import { renderMatches } from '../search/render-matches.js';
import { type FindInFolders, findRipgrep } from '../search/ripgrep.js';
import { readForSearch, type SearchLimits, searchFile } from '../search/search-file.js';
import { sizeWords } from '../text/file-text.js';
import type { EvidenceScene, EvidenceTool } from '../tool.js';
import { takeTurns } from '../walk/take-turns.js';

const searchCodeArguments = z.strictObject({
  pattern: z.string().min(1),
  path: z.string().optional(),
  glob: z.string().min(1).optional(),
  context_lines: z.int().min(0).max(10).optional(),
  max_results: z.int().min(1).max(200).optional(),
  ignore_case: z.boolean().optional(),
});
type Given = z.output<typeof searchCodeArguments>;

/** Something that narrows down the files to open, for a project's root, where the machine has it. */
export type ChooseFinder = (root: string) => Promise<FindInFolders | undefined>;

export const searchCode = createSearchCode(findRipgrep);

export function createSearchCode(chooseFinder: ChooseFinder): EvidenceTool<Given> {
  return {
    name: 'search_code',
    description:
      'search the lines of text files for a regular expression (RE2 syntax), below path and in files that match glob if given; ignored files are left out',
    example: { pattern: 'class \\w+Engine', path: 'src', glob: '*.ts', context_lines: 2, max_results: 20 },
    arguments: searchCodeArguments,
    run: async (given, scene) => {
      const pattern = await compilePattern(given.pattern, given.ignore_case ?? false);
      if (!pattern.ok) return pattern;
      const glob = given.glob === undefined ? undefined : compileGlob(given.glob);
      if (glob !== undefined && !glob.ok) return failure(`The glob cannot be used: ${glob.error}.`);
      const place = await findPlace(given.path ?? '', scene.project);
      if (!place.ok) return place;
      const files = place.value.file ?? filesBelow(place.value.folder, glob?.value, scene);
      const find = pattern.value.required === undefined ? undefined : await chooseFinder(scene.project.root);
      const candidates = await chooseCandidates(files, pattern.value.required, find, scene);
      const isNamed = place.value.file !== undefined;
      const found = await searchAll(candidates.files, pattern.value, { ...given, isNamed }, scene);
      return render(given, found, candidates.total, scene);
    },
  };
}

type Place = { readonly folder: string; readonly file?: never } | { readonly file: AsyncIterable<string> };

/** One file may be named as well as a folder. */
async function findPlace(path: string, project: Project): Promise<Result<Place, string>> {
  const folder = await project.locateFolder(path);
  if (folder.ok) return success({ folder: folder.value });
  const opened = await project.openFile(path);
  if (!opened.ok) return opened;
  await opened.value.close();
  return success({ file: onlyFile(opened.value.path) });
}

async function* onlyFile(path: string): AsyncGenerator<string> {
  yield path;
}

async function* filesBelow(
  below: string,
  glob: CompiledGlob | undefined,
  { project, signal }: EvidenceScene,
): AsyncGenerator<string> {
  for await (const { path, kind } of project.walk({ below, respectIgnoreFiles: true, signal })) {
    // A name that is not valid text reaches us with a replacement character and cannot be opened by it.
    if (kind !== 'file' || path.includes('\ufffd')) continue;
    if (glob === undefined || fits(path, below, glob)) yield path;
  }
}

/** A glob without a slash is about the name alone, as in the search tools that participants know. */
function fits(path: string, below: string, glob: CompiledGlob): boolean {
  const relative = below === '' ? path : path.slice(below.length + 1);
  return glob.matches(relative) || glob.matches(path.slice(path.lastIndexOf('/') + 1));
}

interface Found {
  readonly lines: readonly string[];
  readonly shown: number;
  /** Counted up to a limit. */
  readonly total: number;
}

async function searchAll(
  files: readonly string[],
  pattern: LinePattern,
  given: Given & Pick<SearchLimits, 'isNamed'>,
  { project, signal, maxFileBytes, redact }: EvidenceScene,
): Promise<Found> {
  const { context_lines: contextLines = 0, max_results: mostShown = DEFAULT_RESULTS } = given;
  const { isNamed } = given;
  const limits = { mostMatches: MOST_COUNTED, signal, redact, isNamed, breathe: takeTurns() };
  const lines: string[] = [];
  let shown = 0;
  let total = 0;
  const read = (file: string) =>
    signal.aborted ? Promise.resolve(undefined) : readForSearch(file, project, maxFileBytes);
  // Many files are read at the same time, but searched one after the other: together they would hold the event loop.
  for await (const file of mapInOrder(files, FILES_AT_ONCE, read)) {
    const pause = limits.breathe();
    if (pause !== undefined) await pause;
    const found = file === undefined ? undefined : await searchFile(file, pattern, limits);
    if (found === undefined) continue;
    const room = mostShown - shown;
    if (room > 0) {
      if (contextLines > 0 && lines.length > 0) lines.push('--');
      lines.push(...renderMatches(found, room, contextLines));
      shown += Math.min(room, found.matching.length);
    }
    total += found.matching.length;
    if (total >= MOST_COUNTED) break;
  }
  return { lines, shown, total: Math.min(total, MOST_COUNTED) };
}

const DEFAULT_RESULTS = 50;
const FILES_AT_ONCE = 16;
const MOST_COUNTED = 1000;

function render(given: Given, found: Found, files: number, scene: EvidenceScene): Result<string, string> {
  const { aborted: isCut } = scene.signal;
  if (isCut && found.total === 0)
    return failure('The time was up before a match was found; give a path or a glob to search in fewer files.');
  if (found.total === 0)
    return success(
      `No line matches ${JSON.stringify(printablePath(given.pattern))} in ${files} files (ignored and binary files and those over ${sizeWords(scene.maxFileBytes)} are left out).`,
    );
  const hidden = found.total - found.shown;
  const count = found.total >= MOST_COUNTED ? `at least ${hidden}` : `${hidden}`;
  const notes = [
    ...(hidden > 0 ? [`(${count} more matching lines; narrow the search or raise max_results)`] : []),
    ...(isCut ? ['(the time was up: there may be more)'] : []),
  ];
  return success([...found.lines, ...notes].join('\n'));
}
