/**
 * Whether a value looks random, as keys do: hardly a word in it, and a mix of letters, capitals and digits. Hashes look
 * random, too; callers look at the name before the value.
 */
export function looksRandom(given: string): boolean {
  const value = given.slice(0, ENOUGH);
  if (value.length < 12 || /\s/.test(value)) return false;
  const changes = value.match(CHANGE)?.length ?? 0;
  if (changes < 3 || isCamelCase(value)) return false;
  const wordLength = (value.match(LETTERS) ?? []).filter(isWord).reduce((sum, word) => sum + word.length, 0);
  return wordLength < value.length * 0.45;
}

const ENOUGH = 100;

/** A value that the user should replace, or that a program fills in. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

const PLACEHOLDER = new RegExp(
  [
    /example|your[_-]|change[_.-]?(?:me|it|this)|replace[_-]?(?:me|with|this)|set[_-]me|fill[_-]?(?:me|in)|put[_-]your|insert[_-]|to[_-]be[_-]|sample|placeholder|dummy|redacted|[_-]here$|todo|fixme/,
    /x{4}|\*{3}|\.{3}|…|•|\$\{|\{\{|<|^%s|%s$|^\$\w*$|^%\w+%$|^(.)\1+$/,
    /^(?:user(?:name)?|pass(?:word|wd|phrase)?|pwd|secret|token|key|root|admin|test|guest|postgres|mysql|none|null|undefined|true|false)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Without digits, capitals that are far apart begin words, also invented ones. */
function isCamelCase(value: string): boolean {
  return !/[0-9]/.test(value) && value.length >= 3 * value.split(/[^A-Za-z]|(?=[A-Z])/).filter(Boolean).length;
}

const LETTERS = /[A-Z][a-z]{3,}|[a-z]{4,}|[A-Z]{4,}/g;
const CHANGE = /[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[a-zA-Z])/g;

/** Most letter pairs of a word are frequent ones; of random letters one in six is. */
function isWord(letters: string): boolean {
  const pairs = Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2).toLowerCase());
  return pairs.filter((pair) => FREQUENT_PAIRS.has(pair)).length >= pairs.length * 0.6;
}

const FREQUENT_PAIRS = new Set(
  `th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne
   ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa
   ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os am ke ok ey wo rd if ap ab bl ia va iv vi ci fi`.split(
    /\s+/,
  ),
);
