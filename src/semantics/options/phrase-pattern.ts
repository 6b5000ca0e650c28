/**
 * A pattern that ignores case, for wordings of options. `\p{Letter}` and `\p{Number}` stand for the letters and digits
 * of Latin, Greek and Cyrillic: the true classes, without regard to case, take V8 about a millisecond each to compile,
 * and comparing the first two options of a program would stop it for a quarter of a second.
 */
export function phrasePattern(source: string): RegExp {
  const plain = source
    .replaceAll(/\[[^\]]*\]/g, (set) => set.replaceAll(LETTER, LETTERS).replaceAll(NUMBER, '0-9'))
    .replaceAll(LETTER, `[${LETTERS}]`)
    .replaceAll(NUMBER, '[0-9]');
  return new RegExp(plain, 'i');
}

const LETTER = String.raw`\p{Letter}`;
const NUMBER = String.raw`\p{Number}`;
const LETTERS = 'a-zÀ-ÖØ-öø-ʯͰ-ͽͿ-ҁҊ-ӿ';
