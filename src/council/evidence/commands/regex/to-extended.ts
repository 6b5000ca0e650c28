import type { CharacterSet, Pattern } from './pattern.js';

/** The spelling for `LC_ALL=C grep -E`. Everything that could be read in two ways stands in parentheses. */
export function toExtended(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'literal':
      return /[\\.[(){*+?^$|]/.test(pattern.character) ? `\\${pattern.character}` : pattern.character;
    case 'any':
      return '.';
    case 'set':
      return setText(pattern.set);
    case 'line-start':
      return '^';
    case 'line-end':
      return '$';
    case 'word-edge':
      return '\\b';
    case 'no-word-edge':
      return '\\B';
    case 'sequence':
      return pattern.parts.map(partText).join('');
    case 'choice':
      return `(${pattern.options.map(toExtended).join('|')})`;
    case 'repeat':
      return `(${toExtended(pattern.of)})${countText(pattern.least, pattern.most)}`;
  }
}

function partText(part: Pattern): string {
  return part.kind === 'sequence' ? `(${toExtended(part)})` : toExtended(part);
}

export function countText(least: number, most: number | null): string {
  return `{${least},${most ?? ''}}`;
}

function setText({ ascii, hasAllBeyond }: CharacterSet): string {
  const wanted: number[] = [];
  for (let code = 1; code < 128; code++) {
    if (code !== 10 && ascii.has(code) !== hasAllBeyond) wanted.push(code);
  }
  if (hasAllBeyond && wanted.length === 0) return '.';
  const [only] = wanted;
  if (!hasAllBeyond && wanted.length === 1 && only !== undefined) {
    return toExtended({ kind: 'literal', character: String.fromCharCode(only) });
  }
  return `[${hasAllBeyond ? '^' : ''}${bracketMembers(wanted)}]`;
}

/** In a bracket `]` stands first, `^` not first, `-` last, and `[` where no `.`, `=` or `:` can follow it. */
function bracketMembers(codes: readonly number[]): string {
  const plain = codes.map((code) => String.fromCharCode(code)).filter((character) => !'][^-'.includes(character));
  const has = (character: string) => (codes.includes(character.charCodeAt(0)) ? character : '');
  const lead = has(']') + plain.join('') + has('[');
  return lead === '' ? has('-') + has('^') : lead + has('^') + has('-');
}
