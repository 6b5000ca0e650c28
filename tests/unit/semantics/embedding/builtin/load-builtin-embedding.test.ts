import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBuiltinEmbedding } from '../../../../../src/semantics/embedding/builtin/load-builtin-embedding.js';
import { readBuiltinAsset } from '../../../../../src/semantics/embedding/builtin/read-builtin-asset.js';
import { ROOT } from '../../../../support/source-files.js';

const asset = await readBuiltinAsset();
const { name, dimensions, embed } = loadBuiltinEmbedding(asset);

describe('the builtin embedding', () => {
  it('gives the same vector for the same text, also after loading it again from bytes at an odd address', () => {
    const shifted = new Uint8Array(asset.length + 1).subarray(1);
    shifted.set(asset);
    const again = loadBuiltinEmbedding(shifted);
    const text = 'Retry the request with exponential backoff.';
    expect(again.name).toBe(name);
    expect(again.embed(text)).toEqual(embed(text));
  });

  it('gives vectors of length 1 to texts of every kind', () => {
    const texts = ['a', 'The build is broken.', 'qwxzv', '数据库', '42', 'x'.repeat(100_000), 'word '.repeat(5_000)];
    for (const text of texts) {
      const vector = embed(text);
      expect(vector).toHaveLength(dimensions);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  it('gives zeros, which are similar to nothing, to a text without words', () => {
    expect(embed(' … ?!')).toEqual(new Float32Array(dimensions));
    expect(similarity('', 'anything')).toBe(0);
  });

  it('finds the words in names of code', () => {
    expect(similarity('parseJsonResponse', 'parse json response')).toBeGreaterThan(0.95);
    expect(similarity('max_retry_count', 'maximum number of retries')).toBeGreaterThan(
      similarity('max_retry_count', 'the color of the login page') + 0.2,
    );
    expect(similarity('Write it in C++', 'Write it in C')).toBeLessThan(0.9);
  });

  it('puts an unknown word near its variants', () => {
    expect(similarity('autoscalerd', 'autoscalers')).toBeGreaterThan(similarity('autoscalerd', 'marmalade') + 0.3);
    expect(similarity('kubernetees', 'kubernetes')).toBeGreaterThan(similarity('kubernetees', 'watermelon') + 0.3);
  });

  it('finds the same meaning in other words', () => {
    const text = 'The function throws an exception when the file is missing.';
    expect(similarity(text, 'An error is raised if the document cannot be found.')).toBeGreaterThan(
      similarity(text, 'The team prefers short meetings in the morning.') + 0.2,
    );
  });

  it('ranks paraphrases of software statements above mismatches (tune half)', () => {
    expect(areaUnderCurve(tuneHalf())).toBeGreaterThan(0.93);
  });

  it('comes in an asset of at most 6 MB', () => {
    expect(statSync(path.join(ROOT, 'assets/embedding/words.bin')).size).toBeLessThanOrEqual(6_000_000);
  });

  it('refuses an asset that is damaged', () => {
    expect(() => loadBuiltinEmbedding(new Uint8Array(64))).toThrow('not an embedding asset');
    expect(() => loadBuiltinEmbedding(asset.subarray(0, asset.length - 1_000))).toThrow('ends early');
  });
});

function similarity(one: string, other: string): number {
  return cosine(embed(one), embed(other));
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

interface Paraphrase {
  readonly a: string;
  readonly b: string;
}

function tuneHalf(): Paraphrase[] {
  const file = path.join(ROOT, 'tests/data/software-paraphrases.json');
  const entries = JSON.parse(readFileSync(file, 'utf8')) as Paraphrase[];
  return entries.filter(
    ({ a, b }) => (createHash('sha256').update(`witan-2026\n${a}\n${b}`).digest()[0] ?? 1) % 2 === 0,
  );
}

function areaUnderCurve(pairs: Paraphrase[]): number {
  const matches = pairs.map(({ a, b }) => similarity(a, b));
  const mismatches = pairs.flatMap((one) =>
    pairs.flatMap((other) => (one === other ? [] : [similarity(one.a, other.b)])),
  );
  const wins = matches.flatMap((match) => mismatches.filter((mismatch) => match > mismatch)).length;
  return wins / (matches.length * mismatches.length);
}
