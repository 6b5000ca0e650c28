// Embeddings hardly see negation, so everything that compares statements looks for these words itself. They are in the form
// that `wordsOf` gives: lower case without accents, and "don't" is "do", "not".

/** They deny their whole clause. */
export const DENIALS = wordSet(`not no non never nothing none nobody nowhere neither nor avoid avoids avoiding reject
  rejects rejecting refuse refuses decline declines skip skips skipping nicht nichts nie niemals kein keine keinen keinem
  keiner keines pas jamais nunca jamas`);

/** They deny what follows them. */
export const EXCLUSIONS = wordSet('without except ohne sin sans senza');

/** They deny their clause where it is advice; as a choice, "stop the server" says no to nothing. */
export const DISCOURAGEMENTS = wordSet(`stop stops ignore ignores ignored forbid forbids useless needless unnecessary
  vermeide evite evita`);

/** In scripts without spaces there are no words to look for: there a single sign negates. */
const UNSPACED = /[不没沒无無别未]|ない|ません/u;

export function isNegation(word: string): boolean {
  return DENIALS.has(word) || EXCLUSIONS.has(word) || UNSPACED.test(word);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
