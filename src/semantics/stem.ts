/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980): one stem for the forms of a word.
 * Words that are not plain lower-case English letters are their own stem.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let stemmed = withoutPlural(word);
  stemmed = withoutTense(stemmed);
  stemmed = stemmed.replace(/y$/, (y, index: number) => (hasVowel(stemmed.slice(0, index)) ? 'i' : y));
  stemmed = withSuffixReplaced(stemmed, DOUBLE_SUFFIXES, 1);
  stemmed = withSuffixReplaced(stemmed, ADJECTIVE_SUFFIXES, 1);
  stemmed = withSuffixReplaced(stemmed, LAST_SUFFIXES, 2);
  return withTidyEnd(stemmed);
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const rest = word.slice(0, word.length - ending);
  if (ending === 0 || !hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function withSuffixReplaced(word: string, suffixes: readonly (readonly [string, string])[], min: number): string {
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    // "-ion" goes only after s or t: "region" is not a form of "reg".
    const applies = measure(rest) >= min && (suffix !== 'ion' || /[st]$/.test(rest));
    return applies ? rest + replacement : word;
  }
  return word;
}

function withTidyEnd(word: string): string {
  let tidy = word;
  if (tidy.endsWith('e')) {
    const rest = tidy.slice(0, -1);
    if (measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest))) tidy = rest;
  }
  return tidy.endsWith('ll') && measure(tidy) > 1 ? tidy.slice(0, -1) : tidy;
}

/** Counts the consonants that follow a vowel: 0 in "tree", 1 in "trouble", 2 in "private". */
function measure(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let index = 0; index < word.length; index += 1) {
    const vowel = isVowel(word, index);
    if (afterVowel && !vowel) count += 1;
    afterVowel = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let index = 0; index < word.length; index += 1) if (isVowel(word, index)) return true;
  return false;
}

/** Consonant, vowel, consonant, as in "hop": there a final e belongs to the word. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last >= 2 && !isVowel(word, last) && isVowel(word, last - 1) && !isVowel(word, last - 2) && !/[wxy]$/.test(word)
  );
}

function isVowel(word: string, index: number): boolean {
  const letter = word.charAt(index);
  return letter === 'y' ? index > 0 && !isVowel(word, index - 1) : 'aeiou'.includes(letter);
}

const DOUBLE_SUFFIXES = pairs(
  'ational ate|tional tion|enci ence|anci ance|izer ize|abli able|alli al|entli ent|eli e|ousli ous|ization ize',
  'ation ate|ator ate|alism al|iveness ive|fulness ful|ousness ous|aliti al|iviti ive|biliti ble',
);
const ADJECTIVE_SUFFIXES = pairs('icate ic|ative |alize al|iciti ic|ical ic|ful |ness ');
const LAST_SUFFIXES = pairs(
  'al |ance |ence |er |ic |able |ible |ant |ement |ment |ent |ion |ou |ism |ate |iti |ous |ive |ize ',
);

function pairs(...lists: string[]): (readonly [string, string])[] {
  return lists.flatMap((list) =>
    list.split('|').map((entry): readonly [string, string] => {
      const [suffix = '', replacement = ''] = entry.split(' ');
      return [suffix, replacement];
    }),
  );
}
