import { posix } from 'node:path';

/** A file of the project that a text names, with the lines if it names them. */
export interface NamedFile {
  readonly path: string;
  readonly lines?: { readonly start: number; readonly end: number };
}

/**
 * Finds the files that a text names: those of the project, by path or by an end of it that only one of them has, and new
 * ones by a path in a folder. Addresses, routes, patterns, packages and paths that leave the project are none.
 */
export function createFileFinder(files: readonly string[]): (text: string) => NamedFile[] {
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const name = posix.basename(file);
    const others = byName.get(name);
    if (others === undefined) byName.set(name, [file]);
    else others.push(file);
  }

  function findPath(written: string): string | undefined {
    const path = written.replace(/^\.\//, '');
    const known = byName.get(posix.basename(path)) ?? [];
    if (known.includes(path)) return path;
    const [file, ...others] = known.filter((candidate) => candidate.endsWith(`/${path}`));
    if (file !== undefined && others.length === 0 && path.includes('.')) return file;
    return NEW_FILE.test(path) ? path : undefined;
  }

  return (text) =>
    (text.replace(ADDRESS, ' ').match(WORD) ?? []).flatMap((word) => {
      const [, written = '', start, end] = LINES.exec(word.replace(/[.:!?]{1,3}$/, '')) ?? [];
      const path = written.length > MAX_PATH_LENGTH ? undefined : findPath(written);
      if (path === undefined) return [];
      return [{ path, ...(start !== undefined && { lines: toRange(Number(start), Number(end ?? start)) }) }];
    });
}

const MAX_PATH_LENGTH = 300;
const ADDRESS = /\b\w{1,20}:\/\/\S+/g;
const WORD = /[^\s`'"()<>,;|*=]+/g;
const LINES = /^(.*?)(?:(?::|#L)(\d{1,7})(?:-L?(\d{1,7}))?)?$/;
const NEW_FILE = /^(?!(?:node_modules|\.git)\/)(?:\.?[\w-]+\/)+[\w.@-]*\w\.[a-z]\w{0,9}$/i;

function toRange(start: number, end: number) {
  return { start: Math.max(start, 1), end: Math.max(start, end, 1) };
}
