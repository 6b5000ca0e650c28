// Trains the builtin embedding and writes its asset. Run by hand; the result is committed.
//   node scripts/build-embedding.mjs [scratch folder for the sources] [asset to write]
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { normalize } from './build-embedding/matrix.mjs';
import { createModel } from './build-embedding/model.mjs';
import { neighborhoodVectors } from './build-embedding/neighborhood.mjs';
import { makePairs } from './build-embedding/pairs.mjs';
import { seeded, shuffle } from './build-embedding/random.mjs';
import { readProse } from './build-embedding/read-prose.mjs';
import { openWordVectors, readWordList, readWordVectors } from './build-embedding/read-word-vectors.mjs';
import { readWordNet } from './build-embedding/read-wordnet.mjs';
import { importRuntime } from './build-embedding/runtime.mjs';
import { installSources } from './build-embedding/sources.mjs';
import { startVectors } from './build-embedding/start-vectors.mjs';
import { train } from './build-embedding/train.mjs';
import { fitPieces } from './build-embedding/unknown-words.mjs';
import { chooseVocabulary } from './build-embedding/vocabulary.mjs';
import { assetBytes } from './build-embedding/write-asset.mjs';

const scratch = process.argv[2] ?? path.join(tmpdir(), 'witan-embedding-sources');
const output = process.argv[3] ?? path.resolve(import.meta.dirname, '../assets/embedding/words.bin');

const SEED = 2026;
const WORDS = 30_000;
const PIECES = 8_192;
const GENERAL_WIDTH = 100;
const OWN_WIDTH = 64;
const OWN_SHARE = 0.25;
const WIDTH = 128;
const LEXICAL_WIDTH = 256;
const MEANING_SHARE = 0.65;
const STEPS = 2_000;
const BATCH = 256;
const RATES = { projection: 1e-3, weight: 5e-3, rest: 2e-3 };
// How often a batch is of each kind of pairs.
const SHARES = { titles: 3, neighbors: 3, definitions: 3, examples: 1, synonyms: 1 };

const report = (line) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);
const random = seeded(SEED);
const { tokenize, pieceRows } = await importRuntime();

const sources = installSources(scratch);
const passages = readProse(sources.documented);
const wordNet = readWordNet(sources.wordNet);
const vectorFile = openWordVectors(sources.wordVectors);
report(`${passages.length} passages, ${wordNet.synsets.length} synsets`);

const vocabulary = chooseVocabulary({
  ranked: readWordList(vectorFile),
  prose: passages.flatMap(({ sentences }) => sentences),
  definitions: wordNet.synsets.flatMap(({ definition, examples }) => [definition, ...examples]),
  size: WORDS,
  tokenize,
});
const words = vocabulary.map(({ word }) => word);
const rowOf = new Map(words.map((word, row) => [word, row]));
const encode = (text) => tokenize(text, (word) => rowOf.has(word)).flatMap((word) => rowOf.get(word) ?? []);
const vectors = readWordVectors(vectorFile, new Set(words));
const encoded = passages.flatMap(({ sentences }) => sentences.map(encode));
const general = startVectors(vocabulary, vectors, encoded, GENERAL_WIDTH);
const own = neighborhoodVectors(encoded, words.length, OWN_WIDTH, random);
const start = sideBySide(general, GENERAL_WIDTH, own, OWN_WIDTH, OWN_SHARE);
report('start vectors made');
report(`${words.length} words, ${vectors.size} of them with a vector to start from`);

const model = createModel({
  start,
  startWidth: GENERAL_WIDTH + OWN_WIDTH,
  kept: GENERAL_WIDTH,
  width: WIDTH,
  weights: vocabulary.map(({ frequency }) => 3e-4 / (3e-4 + frequency)),
  rates: RATES,
  random,
});
const pairs = makePairs(passages, wordNet, random);
const kinds = Object.entries(pairs).map(([name, texts]) => ({
  name,
  share: SHARES[name],
  pairs: shuffle(texts.map(([one, other]) => [encode(one), encode(other)]).filter(isUsable), random),
}));
for (const kind of kinds) report(`${kind.pairs.length} pairs: ${kind.name}`);
const antonyms = wordNet.antonyms.map((pair) => pair.map(encode)).filter(isUsable);
train(model, { kinds, antonyms, width: WIDTH, steps: STEPS, batch: BATCH, random, report });

const table = model.table();
const pieces = fitPieces({ words, table, width: WIDTH, pieceRows, count: PIECES });
report('pieces fitted');
const information = vocabulary.map(({ frequency }) => informationOf(frequency));
writeFileSync(
  output,
  assetBytes({
    words,
    information,
    table,
    pieces,
    width: WIDTH,
    lexicalDimensions: LEXICAL_WIDTH,
    meaningShare: MEANING_SHARE,
  }),
);
report(`written: ${output}`);

function isUsable([one, other]) {
  return one.length > 0 && other.length > 0 && one.join() !== other.join();
}

/** Like an inverse document frequency, from 0 for the commonest words to 255 for the rare. */
function informationOf(frequency) {
  const bits = -Math.log(frequency + 1e-7);
  return Math.max(1, Math.min(255, Math.round(((bits - 4) / 7) * 255)));
}

/** Where a word has no vector of one kind, the other counts in full. */
function sideBySide(one, oneWidth, other, otherWidth, otherShare) {
  const width = oneWidth + otherWidth;
  const rows = new Float32Array((one.length / oneWidth) * width);
  for (let row = 0; row < one.length / oneWidth; row += 1) {
    for (let index = 0; index < oneWidth; index += 1)
      rows[row * width + index] = Math.sqrt(1 - otherShare) * one[row * oneWidth + index];
    for (let index = 0; index < otherWidth; index += 1)
      rows[row * width + oneWidth + index] = Math.sqrt(otherShare) * other[row * otherWidth + index];
    normalize(rows, row * width, width);
  }
  return rows;
}
