import { Unavailable } from '../unavailable.mjs';
import { loadSources } from './load-sources.mjs';

/** The builtin embedding of these sources with their asset. */
export async function openBuiltin() {
  const { loadBuiltinEmbedding, readBuiltinAsset } = await loadSources({
    'src/semantics/embedding/builtin/load-builtin-embedding.ts': ['loadBuiltinEmbedding'],
    'src/semantics/embedding/builtin/read-builtin-asset.ts': ['readBuiltinAsset'],
  });
  const asset = await readBuiltinAsset().catch((error) => {
    throw new Unavailable(error.message);
  });
  return { ...loadBuiltinEmbedding(asset), assetBytes: asset.length };
}

/**
 * The backends that are the same on every machine, each with its raw score of two texts, or with the reason why it
 * cannot be had.
 */
export async function openBackends() {
  return Promise.all(Object.keys(OPEN).map(openBackend));
}

async function openBackend(backend) {
  try {
    return { backend, compare: await OPEN[backend]() };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { backend, reason: error.message };
  }
}

const OPEN = {
  builtin: async () => {
    const { embed } = await openBuiltin();
    return (a, b) => innerProduct(embed(a), embed(b));
  },
  tfidf: async () => (await loadSources({ 'src/semantics/similarity/tfidf.ts': ['tfidfSimilarity'] })).tfidfSimilarity,
  jaccard: async () => {
    const { wordsOf } = await loadSources({ 'src/semantics/words.ts': ['wordsOf'] });
    return (a, b) => sharedWords(new Set(wordsOf(a)), new Set(wordsOf(b)));
  },
};

function sharedWords(a, b) {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

function innerProduct(a, b) {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis++) sum += a[axis] * b[axis];
  return sum;
}

/** Brings raw scores to the common scale of a use; the raw scores themselves where there is no map. */
export async function loadCalibration() {
  const { CALIBRATION, mapScore } = await loadSources({
    'src/semantics/similarity/score-map.ts': ['CALIBRATION', 'mapScore'],
  });
  return (backend, use, compare) => {
    const map = CALIBRATION[backend]?.[use];
    return map === undefined ? compare : (a, b) => mapScore(map, compare(a, b));
  };
}
