import { posix } from 'node:path';
import { failure, type Result, success } from '../../../../kernel/result.js';
import type { CommandScene } from '../command.js';
import { locateEntry } from '../locate-entry.js';
import { readNamePattern, tooManyPatterns } from '../name-pattern.js';
import type { GrepOptions } from './grep-options.js';

export interface FilesToSearch {
  readonly paths: readonly string[];
  /** They were named one by one, so one that cannot be read is told. */
  readonly named: ReadonlySet<string>;
  readonly isMoreThanOne: boolean;
}

const MOST_OPERANDS = 100;
const MOST_FILES = 50_000;
const LONGEST_PATH = 1_000;

/** The files that a grep command means. Recursion is our own walk, which follows no link and leaves out secrets. */
export async function collectFiles(options: GrepOptions, scene: CommandScene): Promise<Result<FilesToSearch, string>> {
  if (options.operands.length > MOST_OPERANDS) return failure(`grep takes at most ${MOST_OPERANDS} paths at a time.`);
  const wanted = readFilter(options);
  if (!wanted.ok) return failure(`grep: ${wanted.error}`);
  const paths = new Set<string>();
  const named = new Set<string>();
  let hasFolder = false;
  for (const operand of options.operands) {
    const located = await locateEntry(scene.project, operand);
    if (!located.ok) return failure(`grep: ${located.error}`);
    const { kind, path } = located.value;
    if (kind !== 'folder') {
      paths.add(operand);
      named.add(operand);
      continue;
    }
    if (!options.recursive) return failure(`grep: "${operand}" is a folder; -r searches the files in it.`);
    hasFolder = true;
    const below = path === '' ? '.' : path;
    for await (const entry of scene.project.walk({ below, respectIgnoreFiles: false, signal: scene.signal })) {
      if (entry.kind === 'file' && wanted.value(entry.path.slice(path.length))) paths.add(entry.path);
      if (paths.size > MOST_FILES) return failure('grep: there are too many files; name a smaller folder.');
    }
  }
  return success({ paths: [...paths], named, isMoreThanOne: hasFolder || options.operands.length > 1 });
}

function readFilter({ include, exclude, excludeFolders }: GrepOptions): Result<(path: string) => boolean, string> {
  const tooMany = tooManyPatterns([...include, ...exclude, ...excludeFolders]);
  if (tooMany !== undefined) return failure(tooMany);
  const lists = [include, exclude, excludeFolders].map((texts) => texts.map((text) => readNamePattern(text)));
  for (const pattern of lists.flat()) if (!pattern.ok) return pattern;
  const [included = [], excluded = [], folders = []] = lists.map((patterns) =>
    patterns.flatMap((pattern) => (pattern.ok ? [pattern.value] : [])),
  );
  return success((path) => {
    // Patterns take the longer the longer a path is.
    if (path.length > LONGEST_PATH) return false;
    const name = posix.basename(path);
    if (included.length > 0 && !included.some((pattern) => pattern.fits(name))) return false;
    if (excluded.some((pattern) => pattern.fits(name))) return false;
    if (folders.length === 0) return true;
    return !path
      .split('/')
      .slice(0, -1)
      .some((folder) => folders.some((pattern) => pattern.fits(folder)));
  });
}
