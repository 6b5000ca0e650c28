import type { ProcessType } from '../item/item.js';

/** The type that fits a text: the first whose words occur in it. */
export function inferProcessType(text: string): ProcessType {
  const lower = text.toLowerCase();
  return INDICATORS.find(({ words }) => words.some((word) => hasWord(lower, word)))?.type ?? 'pattern';
}

const INDICATORS: readonly { readonly type: ProcessType; readonly words: readonly string[] }[] = [
  { type: 'checklist', words: ['also need', "don't forget", 'all files', 'complete', 'both', 'and', 'also update'] },
  { type: 'pattern', words: ['when', 'always', 'whenever', 'after', 'before'] },
  { type: 'warning', words: ['risk', 'danger', 'careful', 'could', 'might', 'warning'] },
  { type: 'requirement', words: ['must', 'required', 'constraint', 'cannot', 'should not'] },
];

// As whole words: "and" would otherwise be found in every "handler".
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + word.length] ?? ' ')) return true;
  }
  return false;
}
