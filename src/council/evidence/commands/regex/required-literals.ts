import type { Pattern } from './pattern.js';

/**
 * Texts, in small letters, of which at least one stands in everything that a pattern matches; undefined when none can be
 * named. A file without any of them, whatever the case, need not be searched.
 */
export function requiredLiterals(pattern: Pattern): readonly string[] | undefined {
  switch (pattern.kind) {
    case 'literal':
      return isPlain(pattern.character) ? [pattern.character.toLowerCase()] : undefined;
    case 'sequence':
      return bestOf(flatten(pattern));
    case 'choice':
      return ofAll(pattern.options);
    case 'repeat':
      return pattern.least > 0 ? requiredLiterals(pattern.of) : undefined;
    case 'any':
    case 'set':
    case 'line-start':
    case 'line-end':
    case 'word-edge':
    case 'no-word-edge':
      return undefined;
  }
}

const MOST_CHOICES = 30;

function flatten(pattern: Pattern): Pattern[] {
  return pattern.kind === 'sequence' ? pattern.parts.flatMap(flatten) : [pattern];
}

/** Of a sequence one part is enough: the one that says most. Letters that follow each other are one part. */
function bestOf(parts: readonly Pattern[]): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  let run = '';
  const offer = (texts: readonly string[] | undefined) => {
    if (texts !== undefined && shortest(texts) > shortest(best)) best = texts;
  };
  for (const part of parts) {
    const letter = letterOf(part);
    if (letter !== undefined) {
      run += letter;
      continue;
    }
    if (run !== '') offer([run]);
    run = '';
    offer(requiredLiterals(part));
  }
  if (run !== '') offer([run]);
  return best;
}

function shortest(texts: readonly string[] | undefined): number {
  return texts === undefined ? 0 : Math.min(...texts.map(({ length }) => length));
}

/** A letter, or one in both its cases. */
function letterOf(pattern: Pattern): string | undefined {
  const options = pattern.kind === 'choice' ? pattern.options : [pattern];
  const letters = new Set(
    options.map((option) =>
      option.kind === 'literal' && isPlain(option.character) ? option.character.toLowerCase() : undefined,
    ),
  );
  const [only] = letters;
  return letters.size === 1 ? only : undefined;
}

function ofAll(options: readonly Pattern[]): readonly string[] | undefined {
  const all: string[] = [];
  for (const option of options) {
    const texts = requiredLiterals(option);
    if (texts === undefined || all.length + texts.length > MOST_CHOICES) return undefined;
    all.push(...texts);
  }
  return all.length === 0 ? undefined : all;
}

/** Other letters have spellings of several bytes, and cases that programs do not agree on. */
function isPlain(character: string): boolean {
  return /^[\x20-\x7e]$/.test(character);
}
