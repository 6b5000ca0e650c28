import { failure, type Result, success } from '../../../kernel/result.js';
import { compileSegment, type SegmentMatcher } from './compile-segment.js';
import { expandBraces } from './expand-braces.js';

export interface CompiledGlob {
  /** The path has `/` between its parts and none at its ends. */
  matches(path: string): boolean;
}

/**
 * `*` and `?` within a name, `**` over folders, `{a,b}`, `[abc]`. No regular expression behind it: the time is bounded
 * by the length of the pattern times the length of the path, whatever a participant or a hostile file writes.
 */
export function compileGlob(
  pattern: string,
  options: { readonly braces?: boolean } = {},
): Result<CompiledGlob, string> {
  if (pattern.length > LONGEST_PATTERN) return failure(`the pattern is longer than ${LONGEST_PATTERN} characters`);
  const alternatives = options.braces === false ? success([pattern]) : expandBraces(pattern);
  if (!alternatives.ok) return alternatives;
  const compiled: Part[][] = [];
  for (const alternative of alternatives.value) {
    const parts = compileParts(alternative);
    if (!parts.ok) return parts;
    compiled.push(parts.value);
  }
  return success({
    matches: (path) => {
      const names = path.split('/');
      return compiled.some((parts) => matchParts(parts, names));
    },
  });
}

const LONGEST_PATTERN = 1000;

type Part = SegmentMatcher | typeof ANY_FOLDERS;
const ANY_FOLDERS = Symbol('any folders');

function compileParts(pattern: string): Result<Part[], string> {
  const parts: Part[] = [];
  for (const segment of pattern.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '**') {
      if (parts.at(-1) !== ANY_FOLDERS) parts.push(ANY_FOLDERS);
      continue;
    }
    const compiled = compileSegment(segment);
    if (!compiled.ok) return compiled;
    parts.push(compiled.value);
  }
  return success(parts);
}

/** Goes back to the last `**` only: an earlier one could not match more than the later one does. */
function matchParts(parts: readonly Part[], names: readonly string[]): boolean {
  let part = 0;
  let name = 0;
  let retryPart = -1;
  let retryName = 0;
  while (name < names.length) {
    const current = parts[part];
    if (current === ANY_FOLDERS) {
      // At the end it stands for everything inside a folder, which is at least one name.
      if (part === parts.length - 1) return true;
      retryPart = part;
      retryName = name;
      part++;
    } else if (current?.(names[name] ?? '')) {
      part++;
      name++;
    } else if (retryPart >= 0) {
      retryName++;
      part = retryPart + 1;
      name = retryName;
    } else return false;
  }
  return part === parts.length;
}
