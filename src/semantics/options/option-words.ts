/**
 * Checks whether two short texts name the same option. Conservative: only spelling, decoration and the frame of a choice may
 * differ. A false merge falsifies a vote; options that mean the same in other words are for the voters to join.
 */
export function sameOption(a: string, b: string): boolean {
  // A text of this length is not an option: only the same text is.
  if (Math.max(a.length, b.length) > MAX_LENGTH) return a.trim().toLowerCase() === b.trim().toLowerCase();
  const [first, second] = [optionWords(a).join(' '), optionWords(b).join(' ')];
  return first === '' && second === '' ? a.trim() === b.trim() : first === second;
}

const MAX_LENGTH = 400;

/**
 * The distinctive words of an option, in order and in one spelling: without Markdown, quotes, articles and the frame
 * of a choice ("we should use …"). Signs that change a meaning ("<", "%", "C#") are words.
 */
export function optionWords(text: string): string[] {
  const words = wordsIn(text);
  const unframed = withoutFrame(words);
  return unframed.length > 0 ? unframed : words;
}

/** All words in one spelling, the frame included. */
export function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(/<\/?[a-z]{1,10}>/gi, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[‘’]/g, "'")
    .replace(/\bcan(?:no|')t\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/'(?:s|d|ll|re|ve|m)\b/gi, '')
    .replace(/\bv(?:ersion\s)?(?=\d)/gi, '')
    // A small "a" before a word is an article, a capital one is a label.
    .replace(/(?<![\p{Letter}\p{Number}'])(?:a|an|[Tt]he|An|(?<=^\W*)A(?=\s\p{Ll}))\s(?=\S{2})/gu, ' ')
    .replace(/(?<=\p{Letter})\.js\b/giu, '');
  const words = plain.toLowerCase().match(WORD) ?? [];
  return words.map((word) => ALIASES.get(word) ?? word);
}

// Scripts without spaces have a word per sign, so that an option is found inside a sentence.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{Letter})(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{Letter}\p{Mark}\p{Number}])*(?:\+\+|#(?!\p{Letter}))?|\p{Number}+(?:[.,]\p{Number}+)*|!=|!(?=\p{Letter})|[<>≤≥≠=~%$€£+&]+|(?<![\p{Letter}\p{Number}])[-−](?=\p{Number})/gu;

/** Variants of the same name. Only what is never anything else. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  [
    'postgresql postgres postgre pgsql pg',
    'kubernetes k8s',
    'javascript js',
    'typescript ts',
    'mongodb mongo',
    'golang go',
    'yes yeah yep yup',
    'no nope nah',
    ...'2 two,3 three,4 four,5 five,6 six,7 seven,8 eight,9 nine,10 ten'.split(','),
    'and &',
    'authentication auth',
    'database db',
    'configuration config',
    'repository repo',
  ].flatMap((line) => {
    const [kept = '', ...others] = line.split(' ');
    return others.map((other) => [other, kept] as const);
  }),
);

/** "I would go with …", "we should use …", "my vote is for …", "the … option": said of every choice. */
function withoutFrame(words: readonly string[]): string[] {
  const start = FRAMES.reduce((at, frame) => {
    const isNext = frame.split(' ').every((word, index) => words[at + index] === word);
    return isNext ? at + frame.split(' ').length : at;
  }, 0);
  const end = words.at(-1) === 'option' && words.length > start + 1 ? words.length - 1 : words.length;
  return words.slice(start, end);
}

/** Taken off in this order, each at most once. */
const FRAMES = [
  'my',
  'final',
  'i',
  'we',
  'let us',
  'let',
  'should',
  'would',
  'will',
  'choice is',
  'vote is',
  'vote for',
  'vote',
  'for',
  'use',
  'using',
  'adopt',
  'choose',
  'pick',
  'select',
  'prefer',
  'recommend',
  'golang with',
  '使 用',
  '采 用',
  '选 择',
  'option',
];

/** Words around an option's name that say nothing about which one is meant. */
export const FRAME_WORDS: ReadonlySet<string> = new Set([
  ...FRAMES.flatMap((frame) => frame.split(' ')),
  ...'the a an is it as to of in on with just simply definitely clearly strongly probably maybe perhaps'.split(' '),
  ...'certainly still stay yes please best better wins winner answer verdict decision preference favor'.split(' '),
  ...'recommendation choice approach solution'.split(' '),
  ...'ich wir bin für stimme wähle nehme nehmen die der das den ein eine einen variante'.split(' '),
  ...'我 选 择 投 票 给 是 的 应 该 建 议 方 案 项'.split(' '),
]);
