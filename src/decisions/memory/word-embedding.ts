import { addLexicalPart } from '../../semantics/embedding/builtin/lexical-part.js';
import { unitVector } from '../../semantics/embedding/unit-vector.js';
import type { Embedding } from '../../semantics/index.js';
import { wordsOf } from '../../semantics/words.js';

/** Questions by their words alone, for those who want no embedding or whose copy has lost its model. */
export function createWordEmbedding(): Embedding {
  return {
    backend: 'builtin',
    model: 'words-1',
    dimensions: DIMENSIONS,
    embed: async (texts) => texts.map(embed),
  };
}

const DIMENSIONS = 512;

function embed(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  addLexicalPart(wordsOf(text), informationOf, vector);
  return unitVector(vector) ?? vector;
}

// Without a table of frequencies: short words are mostly those that every question has.
function informationOf(word: string): number {
  return FRAME_WORDS.has(word) ? 0.1 : word.length <= 3 ? 0.6 : 1;
}

const FRAME_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be by can could do does for from had has have how i if in instead into is it its make may ' +
    'more most must my need not of on or our shall should so than that the their them then there this to us use used ' +
    'using want was we were what when where whether which who why will with would you your'
  ).split(' '),
);
