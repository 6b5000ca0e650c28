/** As in .gitignore, a pattern without `/` is compared with the base name, in every folder. */
export function matchesPattern(path: string, pattern: string): boolean {
  return matchesGlob(pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1), pattern);
}

/**
 * Whether a path, with `/` between its parts, matches a pattern as a whole. `*` and `?` stay within a part, `**` spans
 * any number of parts, `[a-z]` and `[!a-z]` are one character, `{a,b}` is either; a pattern that ends with `/` means
 * everything below. No regular expressions: the time grows with path times pattern, for every pattern.
 */
export function matchesGlob(path: string, pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH || path.length > MAX_PATH_LENGTH || differsAtAnEnd(path, pattern))
    return false;
  const parts = path.split('/');
  return alternatives(pattern).some((alternative) => matchesParts(parts, splitPattern(alternative)));
}

/** A hook has no time to compare longer ones; common file systems have no longer paths. */
const MAX_PATTERN_LENGTH = 1_000;
const MAX_PATH_LENGTH = 4_096;

/** Most patterns name their beginning or their last part: most paths need no closer look. */
function differsAtAnEnd(path: string, pattern: string): boolean {
  const named = literalStart(pattern);
  // Without anything wild only the folders are looked at here; the last part follows.
  const head = named === pattern ? pattern.slice(0, pattern.lastIndexOf('/') + 1) : named;
  if (!path.startsWith(head) && !head.startsWith('./')) return true;
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  const start = literalStart(last);
  if (start === last) return !path.endsWith(last);
  // Braces may hold a `/`, so that what follows the last one is no part.
  return start !== '' && !pattern.includes('{') && !path.startsWith(start, path.lastIndexOf('/') + 1);
}

/** Not by a regular expression: to compile one takes a hook longer than all of its patterns. */
function literalStart(pattern: string): string {
  let end = pattern.length;
  for (const mark of WILD) {
    const at = pattern.indexOf(mark);
    if (at !== -1 && at < end) end = at;
  }
  return pattern.slice(0, end);
}

const WILD = ['*', '{', '[', '?', '}'];

function splitPattern(pattern: string): string[] {
  const whole = pattern.startsWith('./') ? pattern.slice(2) : pattern;
  return (whole.endsWith('/') ? `${whole}**` : whole).split('/');
}

/** Goes back to the last `**` only: an earlier one could not do better than the later. */
function matchesParts(parts: readonly string[], pattern: readonly string[]): boolean {
  let part = 0;
  let index = 0;
  let resume: { part: number; index: number } | undefined;
  while (part < parts.length) {
    const wanted = pattern[index];
    if (wanted === '**') {
      resume = { part, index: ++index };
      // At the end it needs something to match: `db/**` is what is in db, not db itself.
      if (index === pattern.length) return true;
    } else if (wanted !== undefined && matchesPart(parts[part] ?? '', wanted)) {
      part++;
      index++;
    } else if (resume !== undefined) {
      part = ++resume.part;
      index = resume.index;
    } else return false;
  }
  return index === pattern.length;
}

function matchesPart(text: string, pattern: string): boolean {
  let at = 0;
  let index = 0;
  let resume: { at: number; index: number } | undefined;
  while (at < text.length) {
    if (pattern[index] === '*') {
      resume = { at, index: ++index };
      continue;
    }
    const next = index < pattern.length ? matchCharacter(text[at] ?? '', pattern, index) : undefined;
    if (next !== undefined) {
      at++;
      index = next;
    } else if (resume !== undefined) {
      at = ++resume.at;
      index = resume.index;
    } else return false;
  }
  while (pattern[index] === '*') index++;
  return index === pattern.length;
}

/** Where the pattern continues if it matches this character. */
function matchCharacter(character: string, pattern: string, index: number): number | undefined {
  const wanted = pattern[index];
  if (wanted === '?') return index + 1;
  const end = wanted === '[' ? pattern.indexOf(']', index + 2) : -1;
  if (end === -1) return wanted === character ? index + 1 : undefined;
  const isNegated = pattern[index + 1] === '!' || pattern[index + 1] === '^';
  const isInside = isInClass(character, pattern.slice(index + (isNegated ? 2 : 1), end));
  return isInside !== isNegated ? end + 1 : undefined;
}

function isInClass(character: string, members: string): boolean {
  for (let index = 0; index < members.length; index++) {
    const first = members[index] ?? '';
    const last = members[index + 1] === '-' ? members[index + 2] : undefined;
    if (last === undefined) {
      if (character === first) return true;
    } else {
      if (character >= first && character <= last) return true;
      index += 2;
    }
  }
  return false;
}

const MAX_ALTERNATIVES = 64;

/** A pattern without its braces. One that would become too many is taken literally. */
function alternatives(pattern: string): string[] {
  if (!pattern.includes('{')) return [pattern];
  let expanded = [pattern];
  for (;;) {
    const next = expanded.flatMap(expandFirst);
    if (next.length > MAX_ALTERNATIVES) return [pattern];
    if (next.length === expanded.length && next.every((text, index) => text === expanded[index])) return expanded;
    expanded = next;
  }
}

function expandFirst(pattern: string): string[] {
  const close = pattern.indexOf('}');
  const open = close === -1 ? -1 : pattern.lastIndexOf('{', close);
  if (open === -1) return [pattern];
  const choices = pattern.slice(open + 1, close).split(',');
  if (choices.length < 2) return [pattern];
  return choices.map((choice) => pattern.slice(0, open) + choice + pattern.slice(close + 1));
}
