/** One form for a word's plural, verb forms and nouns of action: "retries", "retrying" and "retry" are one. */
export function stem(word: string): string {
  return /^[a-z]{4,}$/.test(word) ? withoutEnding(word) : word;
}

/** The first match is applied, from the longest ending to the shortest. */
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

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|[cs]h|z)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}
