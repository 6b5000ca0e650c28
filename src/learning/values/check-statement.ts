import { contentStems, hasFunctionWord } from './stances.js';

/** Why a text says nothing, whatever the cluster; undefined if it may say something. */
export function statementFault(text: string): string | undefined {
  const stems = contentStems(text);
  const distinct = new Set(stems).size;
  if (stems.length >= MIN_LISTED && /^[\p{Script=Latin}\P{Letter}]*$/u.test(text) && !hasFunctionWord(text)) {
    return 'it is a list of words and not a sentence';
  }
  if (distinct < stems.length && distinct <= MAX_REPEATED) return 'it only repeats itself';
  return undefined;
}

/** A headline may do without articles and prepositions; this many words in a row may not. */
const MIN_LISTED = 6;
/** "A leaked secret is a secret that has leaked": with so few different words, repeating them adds nothing. */
const MAX_REPEATED = 4;
