// Prints how good the builtin embedding is.
//   node scripts/build-embedding/evaluate.mjs [--held-out] [--asset FILE] [STS FILE: sentence,sentence,score]
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { crossedAuc, dot, halvesOf, spearman } from './measures.mjs';
import { importRuntime } from './runtime.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'held-out': { type: 'boolean' }, asset: { type: 'string' } },
});
const asset = values.asset ?? path.join(root, 'assets/embedding/words.bin');

const { loadBuiltinEmbedding } = await importRuntime();
const started = performance.now();
const embedding = loadBuiltinEmbedding(readFileSync(asset));
const loaded = performance.now() - started;
const { tune, heldOut } = halvesOf(path.join(root, 'tests/data/software-paraphrases.json'));
print('model', `${embedding.name}, ${embedding.dimensions} dimensions`);
print('asset', `${(statSync(asset).size / 1e6).toFixed(2)} MB, loaded in ${loaded.toFixed(0)} ms`);
print('software paraphrases, tune half', `AUC ${crossedAuc(tune, embedding.embed).toFixed(3)} (${tune.length} pairs)`);
if (values['held-out']) {
  print(
    'software paraphrases, held out',
    `AUC ${crossedAuc(heldOut, embedding.embed).toFixed(3)} (${heldOut.length} pairs)`,
  );
}
print('time for a sentence', `${timeFor(tune.flatMap(({ a, b }) => [a, b])).toFixed(4)} ms`);
if (positionals[0] !== undefined) print('sentence similarity', `Spearman ${onScored(positionals[0]).toFixed(4)}`);

function onScored(file) {
  const rows = readFileSync(file, 'utf8').trim().split('\n').map(fieldsOf);
  const similarities = rows.map(([one, other]) => dot(embedding.embed(one), embedding.embed(other)));
  return spearman(
    similarities,
    rows.map(([, , score]) => Number(score)),
  );
}

function fieldsOf(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare,
  );
}

function timeFor(texts) {
  const rounds = Math.ceil(20_000 / texts.length);
  const begun = performance.now();
  for (let round = 0; round < rounds; round += 1) for (const text of texts) embedding.embed(text);
  return (performance.now() - begun) / (rounds * texts.length);
}

function print(what, value) {
  console.log(`${what.padEnd(34)} ${value}`);
}
