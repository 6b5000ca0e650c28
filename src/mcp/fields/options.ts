/**
 * The words that a field accepts, spelled out once more. The server answers `initialize` before it loads a domain, so
 * it knows a domain by its types alone; these see to it that no word is missing here and none is too many.
 */
export function optionsOf<Word extends string>(words: Readonly<Record<Word, true>>): [Word, ...Word[]] {
  return Object.keys(words) as [Word, ...Word[]];
}
