import { compileGlob } from './glob/compile-glob.js';

/** The ignore files that govern a folder: its own and those above it, nearest first. */
export interface IgnoreChain {
  readonly file: IgnoreFile;
  /** The folder of the file, relative to the root; '' is the root. */
  readonly folder: string;
  readonly above?: IgnoreChain;
}

/** Rules that take long to compare, of all files that govern a folder. */
export function slowRulesOf(chain: IgnoreChain | undefined): number {
  let count = 0;
  for (let link = chain; link !== undefined; link = link.above) count += link.file.slowRules;
  return count;
}

/** The nearest file that has an opinion decides. What is below an ignored folder is never asked for. */
export function isIgnored(path: string, isFolder: boolean, chain: IgnoreChain | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (let link = chain; link !== undefined; link = link.above) {
    const relative = link.folder === '' ? path : path.slice(link.folder.length + 1);
    const verdict = link.file.verdict(relative, name, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** The rules of one `.gitignore`, for paths relative to its folder. */
interface IgnoreFile {
  /** How many of its rules take long to compare with a name. */
  readonly slowRules: number;
  /** true: left out; false: taken in again; undefined: not a matter of this file. The last rule that fits decides. */
  verdict(path: string, name: string, isFolder: boolean): boolean | undefined;
}

/**
 * Reads the text of a `.gitignore` as git does, but of the rules with several stars in a name, which take as long as they
 * and the name are long, only so many: a file made to exhaust us must not, and an honest one has a few.
 */
export function parseIgnoreFile(text: string, maxSlowRules = MAX_SLOW_RULES): IgnoreFile {
  let slowRules = 0;
  const rules = text
    .split('\n', MAX_RULES)
    .flatMap((line) => parseRule(line) ?? [])
    .filter((rule) => !rule.isSlow || ++slowRules <= maxSlowRules)
    .reverse();
  return {
    slowRules: Math.min(slowRules, maxSlowRules),
    verdict: (path, name, isFolder) => {
      for (const rule of rules) {
        if (rule.foldersOnly && !isFolder) continue;
        if (rule.matches(rule.wholePath ? path : name)) return !rule.isException;
      }
      return undefined;
    },
  };
}

const MAX_RULES = 5000;
export const MAX_SLOW_RULES = 200;

interface Rule {
  readonly isException: boolean;
  readonly foldersOnly: boolean;
  /** A rule without a slash before its end is about the name alone, at any depth. */
  readonly wholePath: boolean;
  readonly isSlow: boolean;
  matches(text: string): boolean;
}

function parseRule(line: string): Rule | undefined {
  let pattern = withoutTrailingBlanks(line.replace(/^\ufeff/, '').replace(/\r$/, ''));
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const isException = pattern.startsWith('!');
  if (isException) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.replace(/\/+$/, '');
  const wholePath = pattern.includes('/');
  // Two stars mean folders only between slashes; elsewhere git takes them for one.
  const compiled = compileGlob(pattern.replace(/^\//, ''), { braces: false });
  if (!compiled.ok || pattern === '') return undefined;
  const glob = compiled.value;
  const isSlow = pattern.split('/').some((segment) => WILD.test(segment) && !PLAIN_END.test(segment));
  return { isException, foldersOnly, wholePath, isSlow, matches: (text) => glob.matches(text) };
}

const WILD = /[*?[]/;
/** Two stars, or one at the beginning or the end: no name has to be tried more than once. */
const PLAIN_END = /^(?:\*\*|\*[^*?[]*|[^*?[]*\*)$/;

/** Blanks at the end do not count unless the last of them is written with a backslash. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 && end < line.length ? end + 1 : end);
}

/**
 * What is left out where no ignore file says otherwise: installed packages and caches are not the project, and many
 * projects without a repository have no file that says so.
 */
export const DEFAULT_IGNORES: IgnoreChain = {
  file: parseIgnoreFile(
    ['node_modules/', 'bower_components/', '__pycache__/', '.venv/', '.tox/', '.mypy_cache/', '.DS_Store'].join('\n'),
  ),
  folder: '',
};
