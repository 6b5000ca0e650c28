// Trains what recognizes a correction, from tests/data/training and the tuning halves of the labeled sets.
//   node scripts/train-corrections.mjs           writes src/guidance/lessons/correction-weights.ts
//   --check      only prints the table of cross-validation
//   --own-only   leaves the labeled sets out, so that their tuning halves can judge the result
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const PENALTIES = [1e-5];
const STEPS = 200;
/** Authors are left out together, every seventh. */
const GROUPS = 7;
/** Shares of ordinary prompts that may be taken for corrections. Authors of other sets pass about twice as often. */
const LINE_SHARE = 0.04;
const DRAFT_SHARE = 0.015;

const { eachFeature, FEATURES, spokenText } = await importRuntime();
const prompts = readPrompts().map((prompt) => ({ ...prompt, ...toVector(spokenText(prompt.text)) }));
const authors = [...new Set(prompts.map(({ author }) => author))];
console.log(
  `${prompts.length} prompts of ${authors.length} authors, ${prompts.filter(isRule).length} of them corrections`,
);

const tried = PENALTIES.map((penalty) => {
  const scored = Array.from({ length: GROUPS }, (_, group) => scoreUnseen(group, penalty)).flat();
  const recall = recallAt(scored, LINE_SHARE);
  console.log(
    `penalty ${penalty}: finds ${percent(recall)} at ${percent(LINE_SHARE)} of ordinary prompts, ` +
      `${percent(recallAt(scored, 0.05))} at 5.0 %, ${percent(recallAt(scored, DRAFT_SHARE))} at ${percent(DRAFT_SHARE)}`,
  );
  return { penalty, scored, recall };
});
const best = tried.reduce((one, other) => (other.recall > one.recall ? other : one));
if (!process.argv.includes('--check')) writeAsset(train(prompts, best.penalty), best.scored);

async function importRuntime() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'scripts/train-corrections/runtime.mjs')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** One file for each author, `+` before a correction and `-` before any other prompt. */
function readPrompts() {
  const folder = path.join(root, 'tests/data/training');
  const written = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((author) =>
      readFileSync(path.join(folder, author), 'utf8')
        .split('\n')
        .filter((line) => /^[+-] /.test(line))
        .map((line) => ({ author, label: line.startsWith('+') ? 1 : 0, text: line.slice(2) })),
    );
  return process.argv.includes('--own-only') ? written : [...written, ...readFirstSet(), ...readSecondSet()];
}

function readFirstSet() {
  const turns = JSON.parse(readFileSync(path.join(root, 'tests/data/lesson-turns.json'), 'utf8'));
  const isTuning = ({ id }) => createHash('sha256').update(`witan-2026\n${id}`).digest()[0] % 2 === 0;
  return turns
    .filter((turn) => isTuning(turn) && turn.role === 'user' && turn.flags === undefined)
    .filter(({ expect }) => expect === null || /correction|mistake/.test(expect.source))
    .map(({ text, expect }) => ({ author: 'first set', label: expect === null ? 0 : 1, text }));
}

function readSecondSet() {
  const read = (name) =>
    JSON.parse(readFileSync(path.join(root, 'tests/data/second', `${name}.json`), 'utf8')).filter(
      ({ half, speaker }) => half === 'tuning' && speaker !== 'agent',
    );
  const corrections = read('corrections').flatMap(({ text, paraphrases = [] }) => [text, ...(paraphrases ?? [])]);
  const author = 'second set';
  return [
    ...corrections.map((text) => ({ author, label: 1, text })),
    ...read('ordinary-prompts').map(({ text }) => ({ author, label: 0, text })),
  ];
}

function toVector(text) {
  const found = [];
  eachFeature(text, (feature, strength) => found.push([feature, strength]));
  const length = Math.hypot(...found.map(([, strength]) => strength));
  return {
    features: Int32Array.from(found, ([feature]) => feature),
    strengths: Float64Array.from(found, ([, strength]) => strength / length),
  };
}

function isRule({ label }) {
  return label === 1;
}

/** Scores of authors' prompts by a model that has never seen these authors. */
function scoreUnseen(group, penalty) {
  const isUnseen = ({ author }) => authors.indexOf(author) % GROUPS === group;
  const model = train(
    prompts.filter((prompt) => !isUnseen(prompt)),
    penalty,
  );
  return prompts.filter(isUnseen).map((prompt) => ({ label: prompt.label, score: scoreOf(model, prompt) }));
}

/** Both kinds weigh the same, however many there are. Full batches with Adam: no chance is involved. */
function train(examples, penalty) {
  const rules = examples.filter(isRule).length;
  const shares = [1 / (2 * (examples.length - rules)), 1 / (2 * rules)];
  // The last weight is the bias.
  const weights = new Float64Array(FEATURES + 1);
  const [means, variances, slope] = [weights.slice(), weights.slice(), weights.slice()];
  for (let step = 1; step <= STEPS; step++) {
    for (let index = 0; index < FEATURES; index++) slope[index] = penalty * weights[index];
    slope[FEATURES] = 0;
    for (const example of examples) {
      const error = (1 / (1 + Math.exp(-scoreOf(weights, example))) - example.label) * shares[example.label];
      slope[FEATURES] += error;
      const { features, strengths } = example;
      for (let at = 0; at < features.length; at++) slope[features[at]] += error * strengths[at];
    }
    const rate = (0.3 * (1 - step / (STEPS + 1))) / (1 - 0.9 ** step);
    const correction = 1 - 0.999 ** step;
    for (let index = 0; index <= FEATURES; index++) {
      means[index] = 0.9 * means[index] + 0.1 * slope[index];
      variances[index] = 0.999 * variances[index] + 0.001 * slope[index] ** 2;
      weights[index] -= (rate * means[index]) / (Math.sqrt(variances[index] / correction) + 1e-8);
    }
  }
  return weights;
}

function scoreOf(weights, { features, strengths }) {
  let score = weights[FEATURES];
  for (let at = 0; at < features.length; at++) score += weights[features[at]] * strengths[at];
  return score;
}

function thresholdAt(scored, share) {
  const ordinary = scored.filter((prompt) => !isRule(prompt)).map(({ score }) => score);
  return ordinary.sort((a, b) => b - a)[Math.floor(ordinary.length * share)];
}

function recallAt(scored, share) {
  const [rules, threshold] = [scored.filter(isRule), thresholdAt(scored, share)];
  return rules.filter(({ score }) => score > threshold).length / rules.length;
}

function writeAsset(weights, scored) {
  const scale = 127 / Math.max(...weights.slice(0, FEATURES).map(Math.abs));
  const bytes = Int8Array.from(weights.subarray(0, FEATURES), (weight) => Math.round(weight * scale));
  const score = (share) => ((thresholdAt(scored, share) - weights[FEATURES]) * scale).toFixed(1);
  const lines = [
    '// Written by scripts/train-corrections.mjs.',
    `/** Passed by ${percent(LINE_SHARE)} of the ordinary prompts of authors that training did not see. */`,
    `export const LINE_SCORE = ${score(LINE_SHARE)};`,
    `/** Passed by ${percent(DRAFT_SHARE)} of them. */`,
    `export const DRAFT_SCORE = ${score(DRAFT_SHARE)};`,
    'export const WEIGHTS =',
    `  '${Buffer.from(bytes.buffer).toString('base64')}';`,
  ];
  writeFileSync(path.join(root, 'src/guidance/lessons/correction-weights.ts'), `${lines.join('\n')}\n`);
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
