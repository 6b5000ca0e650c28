import { sameOption } from '../../semantics/index.js';
import { wordsOf } from '../../semantics/words.js';

/** Unknown where at least one text takes no position that could be read. */
export type PositionChange = 'same' | 'different' | 'unknown';

/**
 * Whether two answers stand for the same thing. Texts that argue opposite sides of one question share most of their
 * words, so their likeness alone cannot tell a reworded answer from an opposite one.
 */
export function comparePositions(before: string | undefined, after: string | undefined): PositionChange {
  if (before === undefined || after === undefined) return 'unknown';
  if (sameOption(before, after, EXACT)) return 'same';
  const [left, right] = [contentOf(before), contentOf(after)];
  const shared = [...left.words].filter((word) => right.words.has(word)).length;
  if (left.isNegative !== right.isNegative) return 'different';
  const smaller = Math.min(left.words.size, right.words.size);
  return smaller > 0 && shared / smaller >= ENOUGH_SHARED ? 'same' : 'different';
}

const EXACT = 1;
const ENOUGH_SHARED = 0.34;

interface Content {
  readonly words: ReadonlySet<string>;
  readonly isNegative: boolean;
}

function contentOf(position: string): Content {
  // What follows gives reasons and conditions, in which the rejected option is named too.
  const [claim = ''] = position.split(
    /[,;:(]|\b(?:because|since|so that|rather than|instead of|and only|until|for this)\b/i,
  );
  const words = wordsOf(claim);
  return {
    words: new Set(words.filter((word) => !EMPTY.has(word) && !NEGATIVE.has(word)).map(stem)),
    isNegative: words.filter((word) => NEGATIVE.has(word)).length % 2 === 1,
  };
}

/** Enough to let plural and verb forms meet. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed|e)$/, '') : word;
}

const NEGATIVE = new Set(
  'not no never without against avoid reject disable off neither nor drop refuse decline'.split(' '),
);

const EMPTY = new Set(
  'a an the this that these those of to in on at for from by with as and or but it its is are be been will would should could can may i we our us my me you your they them go going use using adopt choose pick take keep keeping stay staying prefer recommend favour favor vote leave turn make do have has one both all every now here there still then than very more most only just own each option choice answer yes against'.split(
    ' ',
  ),
);
