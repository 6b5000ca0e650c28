/**
 * The words of a text as the word table knows them. A name in camelCase or snake_case stays whole if the table has it
 * (`JavaScript`, `GraphQL`) and falls into its parts otherwise.
 */
export function tokenize(text: string, isKnown: (word: string) => boolean): string[] {
  const words: string[] = [];
  for (const [token] of spellOut(text).matchAll(TOKEN)) {
    const whole = token.toLowerCase();
    if (isKnown(whole)) words.push(whole);
    else for (const part of partsOf(token)) words.push(part.toLowerCase());
  }
  return words;
}

const TOKEN = /[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}_]*/gu;

/** Names such as C++ and negations in contractions would otherwise lose their meaning. */
function spellOut(text: string): string {
  // Most texts are ASCII, and normalizing takes as long as all the rest.
  const plain = NOT_ASCII.test(text) ? withoutAccents(text) : text;
  return plain
    .replace(/\b(c|g|notepad)\+\+/gi, '$1plusplus')
    .replace(/\b([cfj])#/gi, '$1sharp')
    .replace(/(^|[\s(])(?:asp)?\.net\b/gi, '$1dotnet')
    .replace(/([A-Za-z])\.js\b/g, '$1js')
    .replace(/\bcan(?:not|'t)\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not');
}

const NOT_ASCII = /[^\x00-\x7f]/;

// In scripts such as Devanagari or Hebrew a mark makes another word.
function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mark}+/gu, '$1')
    .replaceAll('’', "'");
}

function partsOf(token: string): string[] {
  return token
    .replace(/(\p{Lowercase_Letter}|\p{Number})(\p{Uppercase_Letter})/gu, '$1_$2')
    .replace(/(\p{Uppercase_Letter})(\p{Uppercase_Letter}\p{Lowercase_Letter})/gu, '$1_$2')
    .replace(/(\p{Letter})(\p{Number})/gu, '$1_$2')
    .replace(/(\p{Number})(\p{Letter})/gu, '$1_$2')
    .split('_')
    .filter((part) => part !== '');
}
