/**
 * One form for all variants of a name that some file system or some reader takes for the same: case, Unicode form, invisible
 * marks, the dots and blanks that Windows drops from the end, and letters borrowed from other alphabets.
 */
export function comparableName(name: string): string {
  if (PLAIN.test(name)) return withoutEnd(name.toLowerCase());
  const folded = name.normalize('NFKC').replace(UNSEEN, '').toLowerCase().normalize('NFKC');
  return withoutEnd(folded.replace(LOOKALIKE, (letter) => LATIN[letter] ?? letter));
}

const PLAIN = /^[\x20-\x7e]*$/;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return end === 0 ? name : name.slice(0, end);
}

/** Small Cyrillic and Greek letters, and two strange Latin ones, that are drawn like the Latin letter behind them. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ѕ: 's' },
  ...{ ј: 'j', ԁ: 'd', һ: 'h', к: 'k', м: 'm', т: 't', в: 'b', н: 'h', ѵ: 'v' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u' },
  ...{ χ: 'x', ı: 'i', ɡ: 'g' },
};
const LOOKALIKE = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'gu');
