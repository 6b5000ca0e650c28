/**
 * A line pattern, as it was understood. Both engines are given a spelling that is made from this form, so that what
 * is ambiguous or an extension in the text a participant wrote cannot mean two things.
 */
export type Pattern =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge' }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly least: number; readonly most: number | null };

/** Bytes, for files need not be valid UTF-8: which of the ASCII ones, and whether all those beyond belong to it. */
export interface CharacterSet {
  readonly ascii: ReadonlySet<number>;
  readonly hasAllBeyond: boolean;
}

export const EMPTY: Pattern = { kind: 'sequence', parts: [] };

export function literal(character: string, ignoreCase: boolean): Pattern {
  const variants = ignoreCase ? caseVariants(character) : [character];
  const options = variants.map((variant): Pattern => ({ kind: 'literal', character: variant }));
  return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
}

/** A set as it was written: single characters beyond ASCII become alternatives, since a set holds bytes. */
export function setOf(
  members: Iterable<string>,
  { negated, ignoreCase }: { readonly negated: boolean; readonly ignoreCase: boolean },
): Pattern | undefined {
  const ascii = new Set<number>();
  const beyond: Pattern[] = [];
  for (const member of members) {
    for (const variant of ignoreCase ? caseVariants(member) : [member]) {
      const code = variant.codePointAt(0) ?? 0;
      if (code < 128) ascii.add(code);
      else beyond.push({ kind: 'literal', character: variant });
    }
  }
  if (negated) return beyond.length > 0 ? undefined : { kind: 'set', set: complement(ascii) };
  const set: Pattern = { kind: 'set', set: { ascii, hasAllBeyond: false } };
  return beyond.length === 0 ? set : { kind: 'choice', options: ascii.size === 0 ? beyond : [set, ...beyond] };
}

function complement(ascii: ReadonlySet<number>): CharacterSet {
  const rest = new Set<number>();
  for (let code = 1; code < 128; code++) if (!ascii.has(code) && code !== LINE_FEED) rest.add(code);
  return { ascii: rest, hasAllBeyond: true };
}

const LINE_FEED = 10;

function caseVariants(character: string): string[] {
  const variants = [character, character.toLowerCase(), character.toUpperCase()];
  // "ß" has a capital of two letters: such a variant is another text, not another case of this character.
  return [...new Set(variants.filter((variant) => Array.from(variant).length === 1))];
}

/** How many steps a matcher would need for it, roughly: repetitions count as often as they may be written out. */
export function patternSize(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'sequence':
      return pattern.parts.reduce((size, part) => size + patternSize(part), 1);
    case 'choice':
      return pattern.options.reduce((size, option) => size + patternSize(option), 1);
    case 'repeat':
      return patternSize(pattern.of) * Math.max(1, pattern.most ?? pattern.least + 1);
    case 'literal':
    case 'any':
    case 'set':
    case 'line-start':
    case 'line-end':
    case 'word-edge':
    case 'no-word-edge':
      return 1;
  }
}
