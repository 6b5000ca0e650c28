import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadBuiltinEmbedding } from '../../../src/semantics/embedding/builtin/load-builtin-embedding.js';
import { readBuiltinAsset } from '../../../src/semantics/embedding/builtin/read-builtin-asset.js';
import type { Embedding, EmbeddingBackend } from '../../../src/semantics/embedding/embedding.js';
import { createSimilarity, fallBackAmong } from '../../../src/semantics/similarity/create-similarity.js';
import { CALIBRATION, IDENTITY, mapScore, type ScoreMap } from '../../../src/semantics/similarity/score-map.js';
import { tfidfSimilarity } from '../../../src/semantics/similarity/tfidf.js';
import { ROOT } from '../../support/source-files.js';

function toyEmbedding(
  embed: (text: string) => ArrayLike<number>,
  backend: EmbeddingBackend = 'ollama',
): Embedding & { asked: string[] } {
  const asked: string[] = [];
  return {
    backend,
    model: 'toy',
    dimensions: 2,
    asked,
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map((text) => Float32Array.from(embed(text)));
    },
  };
}

const failing = toyEmbedding(() => {
  throw new Error('gone');
});

describe('similarity', () => {
  it('is the cosine of the embeddings while they work, each text embedded once', async () => {
    const embedding = toyEmbedding((text) => (text === 'x' ? [1, 0] : [0.6, 0.8]), 'builtin');
    const similarity = createSimilarity({ embedding, use: 'long_answers' });
    const expected = mapScore(CALIBRATION.builtin?.long_answers ?? [], 0.6);
    expect(await similarity.compare('x', 'y')).toBeCloseTo(expected, 5);
    expect(await similarity.compare('y', 'x')).toBeCloseTo(expected, 5);
    expect(embedding.asked).toEqual(['x', 'y']);
    expect(similarity.backend).toBe('builtin');
  });

  it('continues with the fallback embedding when the first fails, and says so', async () => {
    const fallback: Embedding = {
      ...toyEmbedding((text) => (text.length % 2 === 1 ? [1, 0] : [0, 1])),
      backend: 'transformers',
    };
    const similarity = createSimilarity({ embedding: failing, fallback, use: 'questions' });
    expect(await similarity.measure('a', 'b')).toEqual({ score: 1, backend: 'transformers' });
  });

  it('continues with word stems when no embedding works, and says so', async () => {
    const similarity = createSimilarity({ embedding: failing, use: 'experiences' });
    expect(similarity.backend).toBe('ollama');
    const same = await similarity.measure('indexing the orders table', 'the order table was indexed');
    expect(same.backend).toBe('tfidf');
    expect(same.score).toBeGreaterThan((await similarity.measure('indexing the orders table', 'a red boat')).score);
    expect(similarity.backend).toBe('tfidf');
  });

  it('ends with shared words, and stays there', async () => {
    let asked = 0;
    const broken = async () => {
      asked += 1;
      throw new Error('broken');
    };
    const similarity = fallBackAmong(
      [
        { backend: 'builtin', compare: broken },
        { backend: 'tfidf', compare: broken },
        { backend: 'jaccard', compare: async () => 0.5 },
      ],
      'options',
    );
    const first = await Promise.all([1, 2, 3].map(() => similarity.measure('a', 'b')));
    expect(first.map(({ backend }) => backend)).toEqual(['jaccard', 'jaccard', 'jaccard']);
    asked = 0;
    await similarity.compare('a', 'b');
    expect(asked).toBe(0);
  });
});

describe('TF-IDF on stems', () => {
  it('ignores endings and small words', () => {
    const sameWords = tfidfSimilarity('The queries were cached', 'caching a query');
    expect(sameWords).toBeGreaterThan(0.5);
    expect(tfidfSimilarity('caching queries', 'rolling deployments')).toBeLessThan(0.1);
    expect(tfidfSimilarity('caching queries', 'a red boat')).toBe(0);
  });

  it('finds related words whose stems differ', () => {
    const related = tfidfSimilarity('authentication of users', 'unauthenticated user');
    expect(related).toBeGreaterThan(tfidfSimilarity('authentication of users', 'user preferences'));
  });

  it('is symmetric, within 0..1, and 1 for a text with itself, whatever the texts', () => {
    const words = fc.array(fc.constantFrom('constructor', '__proto__', 'cache', 'Caches', 'the', 'a', 'not', '7'));
    const text = fc.oneof(
      fc.string(),
      words.map((each) => each.join(' ')),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const score = tfidfSimilarity(a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-9);
        expect(tfidfSimilarity(b, a)).toBeCloseTo(score, 9);
        expect(tfidfSimilarity(a, a)).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('natural', () => {
  it('is never loaded by its index, which prints to standard output', async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['src/program/library/semantics.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outdir: 'unused',
      write: false,
      metafile: true,
      loader: { '.node': 'empty' },
    });
    const files = Object.keys(metafile.inputs).filter((file) => file.startsWith('node_modules/natural/'));
    expect(files).toContain('node_modules/natural/lib/natural/tfidf/tfidf.js');
    expect(files).not.toContain('node_modules/natural/lib/natural/index.js');
  });
});

describe('calibration', () => {
  it('skips a model that gives every text the same vector', async () => {
    const constant: Embedding = { ...toyEmbedding(() => [1, 0]), backend: 'ollama' };
    const similarity = createSimilarity({ embedding: constant, use: 'options' });
    expect(await similarity.compare('Train our own small model', 'Call a hosted vendor service')).toBeLessThan(0.85);
    expect(similarity.backend).toBe('tfidf');
  });

  const maps = Object.values(CALIBRATION).flatMap((uses): ScoreMap[] => Object.values(uses));

  it('keeps the order of scores, and the ends of the scale', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    for (const map of [IDENTITY, ...maps]) {
      expect([mapScore(map, -0.3), mapScore(map, 0), mapScore(map, 1), mapScore(map, 1.001)]).toEqual([0, 0, 1, 1]);
      fc.assert(
        fc.property(score, score, (a, b) => {
          expect(Math.sign(mapScore(map, a) - mapScore(map, b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0);
        }),
      );
    }
  });

  it('calibrates an unknown model, whatever its cosines are', async () => {
    // Like many sentence models: unrelated texts have a cosine far above zero.
    const model = loadBuiltinEmbedding(await readBuiltinAsset());
    const lifted = toyEmbedding((text) => [
      ...model.embed(text).map((value) => value * Math.sqrt(0.4)),
      Math.sqrt(0.6),
    ]);
    const similarity = createSimilarity({ embedding: lifted, use: 'questions' });
    const question = 'Should we cache the product pages?';
    expect(await similarity.compare(question, 'Is caching the pages of products a good idea?')).toBeGreaterThan(0.6);
    expect(await similarity.compare(question, 'Which bank holds the payroll account?')).toBeLessThan(0.6);
    expect(similarity.backend).toBe('ollama');
    const anchors = lifted.asked.length;
    await createSimilarity({ embedding: lifted, use: 'options' }).compare('a', 'b');
    expect(lifted.asked.length).toBe(anchors + 2);
  });

  it('goes through its points and straight between them', () => {
    const map: ScoreMap = [
      [0, 0],
      [0.2, 0.6],
      [1, 1],
    ];
    expect([0.1, 0.2, 0.6].map((raw) => mapScore(map, raw).toFixed(9))).toEqual([
      '0.300000000',
      '0.600000000',
      '0.800000000',
    ]);
  });
});
