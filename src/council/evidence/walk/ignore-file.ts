import { compileGlob } from '../glob/compile-glob.js';

/** The rules of one `.gitignore`, for paths relative to its folder. */
export interface IgnoreFile {
  /** How many of its rules take long to compare with a name. */
  readonly slowRules: number;
  /** true: left out; false: taken in again; undefined: not a matter of this file. The last rule that fits decides. */
  verdict(path: string, name: string, isFolder: boolean): boolean | undefined;
}

/**
 * Reads the text of a `.gitignore` as git does, but of the rules with several stars in a name, which take as long as they
 * and the name are long, only so many: a file made to exhaust us must not, and an honest one has a few.
 */
export function parseIgnoreFile(text: string, mostSlowRules = MOST_SLOW_RULES): IgnoreFile {
  let slowRules = 0;
  const rules = text
    .split('\n', MOST_RULES)
    .map(parseRule)
    .filter((rule) => rule !== undefined && (!rule.isSlow || ++slowRules <= mostSlowRules))
    .filter((rule) => rule !== undefined)
    .reverse();
  return {
    slowRules: Math.min(slowRules, mostSlowRules),
    verdict: (path, name, isFolder) => {
      for (const rule of rules) {
        if (rule.foldersOnly && !isFolder) continue;
        if (rule.matches(rule.wholePath ? path : name)) return !rule.isException;
      }
      return undefined;
    },
  };
}

const MOST_RULES = 5000;
export const MOST_SLOW_RULES = 200;

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
