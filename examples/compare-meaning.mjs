// Compares texts, groups notes by meaning and finds the nearest one, on this machine alone.
//   node examples/compare-meaning.mjs
import { createSemantics, createVectorIndex } from 'witan/semantics';

const semantics = await createSemantics({ embedding: 'builtin' });

const similarity = await semantics.similarity(
  'Which database should hold the orders?',
  'In which database do we keep our orders?',
);
process.stdout.write(`${semantics.backend}: ${similarity >= 0.6 ? 'the same subject' : 'different subjects'}\n`);
process.stdout.write(`one option: ${await semantics.sameOption('Use PostgreSQL', 'postgres')}\n`);

const notes = [
  'the login test fails when the network is slow',
  'a slow network makes the login test fail',
  'the login test fails on a slow network connection',
  'the report query is fast with an index on the customer column',
  'an index on the customer column makes the report query fast',
  'with an index on the customer column the report query is fast',
];
const vectors = await semantics.embed(notes);
const { dimensions } = semantics.embeddedWith;
const data = Float32Array.from(vectors.flatMap((vector) => [...vector]));
const { labels } = await semantics.cluster({ data, dimensions }, { minClusterSize: 2, minSamples: 2 });
process.stdout.write(`groups: ${[...labels].join(' ')}\n`);

const index = createVectorIndex(dimensions);
for (const [place, vector] of vectors.entries()) index.add(`note ${place + 1}`, vector);
const [query] = await semantics.embed(['why is the customer report query fast?']);
process.stdout.write(`nearest: ${index.search(query, 1)[0].id}\n`);

await semantics.close();
