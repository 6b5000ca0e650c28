// One of several processes that write to one database: node shared-writer.mjs <bundle> <file> <name> <lanes> <count>
import { createRequire } from 'node:module';
import { openGraph } from './open-graph.mjs';
import { recordAt } from './questions.mjs';
import { watchLoop } from './watch-loop.mjs';

const [bundle, file, name, lanes, count] = process.argv.slice(2);
const { openDecisionGraph, createBuiltinEmbedding } = createRequire(import.meta.url)(bundle);
const graph = await openGraph({ openDecisionGraph, embedding: await createBuiltinEmbedding() }, file);
const started = performance.now();
const stopWatching = watchLoop();
await Promise.all(Array.from({ length: Number(lanes) }, (_, lane) => write(lane)));
const seconds = (performance.now() - started) / 1000;
await graph.drain({ maxMs: 60_000 });
process.send({ ...stopWatching(), seconds });
await graph.close();
process.exit(0);

async function write(lane) {
  for (let number = 0; number < Number(count); number++) {
    await graph.remember({ ...recordAt(number), deliberation_id: `${name}-${lane}-${number}` });
  }
}
