import { type CompiledGlob, compileGlob } from '../../project/glob/compile-glob.js';

/** As in .gitignore, a pattern without `/` is compared with the base name, in every folder. */
export function matchesPattern(path: string, pattern: string): boolean {
  return matchesGlob(pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1), pattern);
}

/**
 * Whether a path, with `/` between its parts, matches a pattern as a whole. `*` and `?` stay within a part, `**` spans
 * any number of parts, `[a-z]` and `[!a-z]` are one character, `{a,b}` is either; a pattern that ends with `/` means
 * everything below. The time grows with path times pattern, for every pattern.
 */
export function matchesGlob(path: string, pattern: string): boolean {
  if (path === pattern && literalStart(pattern) === pattern) return true;
  if (path.length > MAX_PATH_LENGTH || differsAtAnEnd(path, pattern)) return false;
  if (!pattern.startsWith('/')) return globOf(pattern).matches(path);
  return path.startsWith('/') && globOf(pattern.slice(1)).matches(path.slice(1));
}

/** A hook has no time to compare longer ones; common file systems have no longer paths. */
const MAX_PATH_LENGTH = 4_096;

const compiled = new Map<string, CompiledGlob>();
const MAX_COMPILED = 2_000;

/** A pattern that cannot be read is taken literally. */
function globOf(pattern: string): CompiledGlob {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const result = compileGlob(pattern.endsWith('/') ? `${pattern}**` : pattern);
  const glob = result.ok ? result.value : { matches: (path: string) => path === pattern };
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(pattern, glob);
  return glob;
}

/** Most patterns name their beginning or their last part: most paths need no closer look. */
function differsAtAnEnd(path: string, pattern: string): boolean {
  const named = literalStart(pattern);
  // Without anything wild only the folders are looked at here; the last part follows.
  const head = named === pattern ? pattern.slice(0, pattern.lastIndexOf('/') + 1) : named;
  if (!path.startsWith(head) && !head.startsWith('./')) return true;
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  const start = literalStart(last);
  if (start === last) return !path.endsWith(last);
  // Braces may contain a `/`, so what follows the last one may not be a whole part.
  return start !== '' && !pattern.includes('{') && !path.startsWith(start, path.lastIndexOf('/') + 1);
}

/** Not by a regular expression: to compile one takes a hook longer than all of its patterns. */
export function literalStart(pattern: string): string {
  let end = pattern.length;
  for (const mark of WILD) {
    const at = pattern.indexOf(mark);
    if (at !== -1 && at < end) end = at;
  }
  return pattern.slice(0, end);
}

const WILD = ['*', '{', '[', '?', '}'];
