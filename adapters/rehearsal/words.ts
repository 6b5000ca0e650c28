/** The words of a text in lower case. "don't" becomes "do not", so that a negation is always a word of its own. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/n['’]t\b/g, ' not')
      .match(/[\p{L}\p{N}]+[+#]*/gu) ?? []
  );
}

/** Light stemming, the same in both directions: plural and verb endings, and a version number at the end. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  // Nearly every pair of words ends here, which keeps long material quick to read.
  if (a.charAt(0) !== b.charAt(0)) return false;
  const [short, long] = [stem(a), stem(b)].sort((left, right) => left.length - right.length) as [string, string];
  if (!long.startsWith(short)) return false;
  const ending = long.slice(short.length);
  if (ending === '' || (short.length >= 3 && ending === 's') || (short.length >= 4 && ENDINGS.has(ending))) return true;
  // A long name cut short at its end is still that name.
  return short.length >= 8 && ending.length <= 2;
}

/** What stays when the words that carry no subject are left out; all of them, if nothing would stay. */
export function contentWords(words: readonly string[]): string[] {
  const content = words.filter((word) => !EMPTY_WORDS.has(word));
  return content.length > 0 ? content : [...words];
}

/** Whether a name is also an everyday word: then only its spelling with a capital letter tells them apart. */
export function isEmptyWord(word: string): boolean {
  return EMPTY_WORDS.has(word.toLowerCase());
}

/** One space between words: everything that splits text later may then do so in linear time. */
export function collapseSpaces(text: string): string {
  return text.split(/\s+/).join(' ').trim();
}

function stem(word: string): string {
  const name = /^\p{L}{3,}\d+$/u.test(word) ? word.replace(/\d+$/, '') : word;
  return name.length > 4 && name.endsWith('e') ? name.slice(0, -1) : name;
}

const ENDINGS = new Set('s es d ed r er rs ers or ors ing ion ions ly n en ten al'.split(' '));

const EMPTY_WORDS = new Set(
  (
    'a an the this that these those it its they them their we our us you your i my he she his her one ones some any all both each ' +
    'is are be been being was were am do does did done have has had having will would shall should can could may might must ' +
    'to of in on at for from by with without as into onto over under up out off about per via than then and or but nor not no ' +
    'if when while so because since until before after again also just only very more most less least much many other another ' +
    'use uses used using make makes go get gets keep keeps stay add own new old yes there here now what which who how why'
  ).split(' '),
);
