import { WORD_FAMILIES } from './lists/word-families.js';

/** One form for a word's plural, verb forms and nouns of action: "retries", "retrying" and "retry" are one. */
export function stem(word: string): string {
  const known = FAMILY_OF.get(word) ?? FAMILY_OF.get(singular(word)) ?? familyOfForm(word);
  if (known !== undefined) return known;
  if (!/^[a-z]{4,}$/.test(word)) return word;
  return withoutEnding(word);
}

/** Only the plural taken off, so that a verb made into a noun can still be told from the verb. */
export function singular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (/^(?:cook|mov|zomb|calor|pix)ies$/.test(word)) return word.slice(0, -1);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|[cs]h|z)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

const FAMILY_OF: ReadonlyMap<string, string> = new Map(
  WORD_FAMILIES.trim()
    .split('\n')
    .flatMap((line) => {
      const forms = line.split(' ');
      return forms.map((form) => [form, forms[0] ?? form] as const);
    }),
);

/** "removing" belongs to "remove", whose family is known for its noun. */
function familyOfForm(word: string): string | undefined {
  const base = /^([a-z]{3,})(?:ing|ed)$/.exec(word)?.[1];
  if (base === undefined) return undefined;
  return FAMILY_OF.get(base) ?? FAMILY_OF.get(`${base}e`);
}

/** The first that fits is applied; the order is from the longest ending to the shortest. */
const ENDINGS: readonly (readonly [ending: RegExp, replacement: string])[] = [
  [/i[sz]ations?$/, 'iz'],
  [/ifications?$/, 'ify'],
  [/(ent|form|ur|mand|aptat)ations?$/, '$1'],
  [/(\w{3}[st])ions?$/, '$1'],
  [/(\w{4})ments?$/, '$1'],
  [/ically$/, 'ic'],
  [/(\w{3})ally$/, '$1al'],
  [/(\w{3}[^l])ly$/, '$1'],
  [/i[sz](?:e|es|ed|ing)$/, 'iz'],
];

function withoutEnding(word: string): string {
  for (const [ending, replacement] of ENDINGS) {
    if (ending.test(word)) return withoutTail(word.replace(ending, replacement));
  }
  const one = singular(word);
  return one.length < 4 ? one : withoutTail(inflectionless(one));
}

function inflectionless(word: string): string {
  const bare = word.replace(/(?<!e)(?:ing|ed)$/, '');
  return bare.length >= 3 && /[aeiouy]/.test(bare) ? bare : word;
}

/** "cache" and "cach-ing", "split" and "splitt-ing", "retry" and "retri-ed" end alike. */
function withoutTail(word: string): string {
  return word
    .replace(/(\w{3})e$/, '$1')
    .replace(/([bcdfgklmnprstvz])\1$/, '$1')
    .replace(/(\w{2})y$/, '$1i');
}
