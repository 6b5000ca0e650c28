import { existsSync } from 'node:fs';
import { median, rounded } from '../median.mjs';
import { openBackends, openBuiltin } from './backends.mjs';
import { HALVES, halfOf, readLabeled } from './labeled-halves.mjs';
import { areaUnderCurve, spearman } from './rank-statistics.mjs';
import { readStsFile } from './read-sts-file.mjs';

const RUNS = 7;

/** How well each backend ranks texts by meaning, and how fast. */
export async function measureEmbeddings() {
  const figures = [];
  for (const { backend, compare, reason } of await openBackends()) {
    if (reason !== undefined) {
      figures.push({ name: `similarity by ${backend}`, skipped: reason });
      continue;
    }
    const isBuiltin = backend === 'builtin';
    figures.push(agreementWithPeople(backend, compare, isBuiltin));
    if (isBuiltin) figures.push(...(await speedOfBuiltin()));
    else figures.push(speedOf(backend, compare));
    figures.push(...paraphrases(backend, compare, isBuiltin));
  }
  return figures;
}

/** The file is not ours to bring along. */
function agreementWithPeople(backend, compare, isBuiltin) {
  const name = `Spearman, ${backend}`;
  const file = process.env.WITAN_STS_FILE;
  if (!file) return { name, skipped: 'WITAN_STS_FILE names no file of rated sentence pairs' };
  if (!existsSync(file)) return { name, skipped: 'the file that WITAN_STS_FILE names does not exist' };
  const pairs = readStsFile(file);
  const scores = pairs.map(({ a, b }) => compare(a, b));
  const value = rounded(
    spearman(
      scores,
      pairs.map(({ score }) => score),
    ),
    3,
  );
  return { name, value, unit: 'ratio', ...(isBuiltin && { least: 0.78 }), note: `${pairs.length} rated pairs` };
}

async function speedOfBuiltin() {
  const { embed, assetBytes, dimensions } = await openBuiltin();
  const texts = sentences();
  const times = timesOf(texts, embed);
  const each = median(times) / texts.length;
  const note = `${rounded(1000 / each, 0)} sentences per second, ${dimensions} dimensions, ${texts.length} sentences, ${RUNS} runs`;
  return [
    { name: 'embedding, builtin', value: rounded(each, 4), unit: 'ms each', target: 0.1, note },
    { name: 'embedding asset', value: rounded(assetBytes / 1e6), unit: 'MB', target: 6 },
  ];
}

/** These make no vectors: what takes time is the comparison. */
function speedOf(backend, compare) {
  const texts = sentences();
  const times = timesOf(texts, (text, index) => compare(text, texts[(index + 1) % texts.length]));
  const each = median(times) / texts.length;
  const note = `${rounded(1000 / each, 0)} comparisons per second, ${RUNS} runs`;
  return { name: `comparison, ${backend}`, value: rounded(each, 4), unit: 'ms each', note };
}

function timesOf(texts, work) {
  const run = () => {
    const started = performance.now();
    for (const [index, text] of texts.entries()) work(text, index);
    return performance.now() - started;
  };
  run();
  return Array.from({ length: RUNS }, run);
}

function sentences() {
  return ['software-paraphrases', 'question-pairs', 'experience-pairs'].flatMap((name) =>
    readLabeled(name).flatMap(({ a, b }) => [a, b]),
  );
}

/** Each entry has a subject of its own: an entry's text beside another entry's is a mismatch. */
function paraphrases(backend, compare, isBuiltin) {
  const entries = readLabeled('software-paraphrases');
  return HALVES.map((half) => {
    const members = entries.filter((entry) => halfOf(entry) === half);
    const matching = members.map(({ a, b }) => compare(a, b));
    const others = members.flatMap((one) => members.flatMap((two) => (one === two ? [] : [compare(one.a, two.b)])));
    return {
      name: `paraphrases, ${backend}, ${half}`,
      value: rounded(areaUnderCurve(matching, others), 3),
      unit: 'AUC',
      ...(isBuiltin && { least: 0.93 }),
      note: `${matching.length} pairs against ${others.length} mismatches`,
    };
  });
}
