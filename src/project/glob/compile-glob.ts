import { failure, type Result, success } from '../../kernel/result.js';
import { compileSegment, countMatched, type SegmentMatcher, STAR } from './compile-segment.js';

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
  if (pattern.length > MAX_PATTERN_LENGTH)
    return failure(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters`);
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
      const fits = (part: SegmentMatcher, at: number) => (part(names[at] ?? '') ? 1 : 0);
      // At the end `**` means everything inside a folder, which is at least one name.
      return compiled.some((parts) => countMatched(parts, names.length, fits) === parts.length);
    },
  });
}

const MAX_PATTERN_LENGTH = 1000;

type Part = SegmentMatcher | typeof STAR;

function compileParts(pattern: string): Result<Part[], string> {
  const parts: Part[] = [];
  for (const segment of pattern.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '**') {
      if (parts.at(-1) !== STAR) parts.push(STAR);
      continue;
    }
    const compiled = compileSegment(segment);
    if (!compiled.ok) return compiled;
    parts.push(compiled.value);
  }
  return success(parts);
}

/** `a{b,c}d` as `abd` and `acd`, nested ones too; a brace without a comma or without an end is literal. */
function expandBraces(pattern: string): Result<string[], string> {
  let unfinished = [pattern];
  const finished: string[] = [];
  while (unfinished.length > 0) {
    const next: string[] = [];
    for (const text of unfinished) {
      const group = firstGroup(text);
      if (group === undefined) finished.push(text);
      else for (const choice of group.choices) next.push(group.before + choice + group.after);
      if (finished.length + next.length > MAX_ALTERNATIVES)
        return failure(`the braces mean more than ${MAX_ALTERNATIVES} patterns`);
    }
    unfinished = next;
  }
  return success(finished);
}

const MAX_ALTERNATIVES = 100;

interface Group {
  readonly before: string;
  readonly choices: readonly string[];
  readonly after: string;
}

/** The first outermost group of at least two choices. */
function firstGroup(text: string): Group | undefined {
  let depth = 0;
  let start = -1;
  let commas: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '{') {
      if (depth === 0) {
        start = at;
        commas = [];
      }
      depth++;
    } else if (character === ',' && depth === 1) commas.push(at);
    else if (character === '}' && depth > 0) {
      depth--;
      if (depth === 0 && commas.length > 0) return groupAt(text, [start, ...commas, at]);
    }
  }
  return undefined;
}

/** From its brackets and commas. */
function groupAt(text: string, edges: readonly number[]): Group {
  const choices = edges.slice(1).map((edge, index) => text.slice((edges[index] ?? 0) + 1, edge));
  return { before: text.slice(0, edges[0]), choices, after: text.slice((edges.at(-1) ?? 0) + 1) };
}
