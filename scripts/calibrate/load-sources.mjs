import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The similarities before calibration, and how they are fitted, from the sources as they are now. */
export async function loadSources(root) {
  const folder = path.join(root, 'node_modules', '.cache', 'witan-calibrate');
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `${process.pid}.cjs`);
  const stdin = {
    contents: SOURCES.map(([names, file]) => `export { ${names} } from './src/${file}';`).join('\n'),
  };
  const entry = { ...stdin, resolveDir: root, loader: 'ts' };
  await build({ stdin: entry, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  const parts = await import(pathToFileURL(outfile).href);
  const builtin = parts.loadBuiltinEmbedding(readFileSync(path.join(root, 'assets', 'embedding', 'words.bin')));
  const setOf = (text) => new Set(parts.wordsOf(text));
  return {
    parts,
    embedding: { embed: async (texts) => texts.map((text) => builtin.embed(text)) },
    backends: {
      builtin: (a, b) => parts.innerProduct(builtin.embed(a), builtin.embed(b), 0),
      tfidf: parts.tfidfSimilarity,
      jaccard: (a, b) => parts.jaccard(setOf(a), setOf(b)),
    },
  };
}

const SOURCES = [
  ['loadBuiltinEmbedding', 'semantics/embedding/builtin/load-builtin-embedding.ts'],
  ['innerProduct', 'semantics/kernels/inner-product.ts'],
  ['contradicts', 'semantics/options/contradicts.ts'],
  ['jaccard', 'semantics/jaccard.ts'],
  ['wordsOf', 'semantics/words.ts'],
  ['tfidfSimilarity', 'semantics/similarity/tfidf.ts'],
  ['fitScoreMap, SCALES', 'semantics/similarity/fit-score-map.ts'],
  ['OPTION_ANCHORS', 'semantics/similarity/anchors.ts'],
  ['fitUseOnAnchors', 'semantics/similarity/calibrate-embedding.ts'],
  ['questionSubject', 'decisions/question-words.ts'],
];
