import { median, rounded } from '../median.mjs';
import { loadSources } from '../semantics/load-sources.mjs';
import { openGraph } from './open-graph.mjs';
import { watchLoop } from './watch-loop.mjs';

const RUNS = 5;

/** Contradictions among ten thousand decisions whose neighbors are stored. */
export async function measureContradictions(graphSources, file) {
  const { findContradictions } = await loadSources({
    'src/decisions/query/find-contradictions.ts': ['findContradictions'],
  });
  const graph = await openGraph(graphSources, file);
  await graph.recall('Loaded before anything is measured?');
  const request = { limit: 20, threshold: 0.6, archived: 'without', now: new Date() };
  const stopWatching = watchLoop();
  const times = [];
  let answer;
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    answer = await findContradictions(graph, request);
    times.push(performance.now() - started);
  }
  const held = stopWatching();
  await graph.close();
  const note = `${answer.count} shown of ${answer.examined} pairs examined; the first time ${rounded(times[0], 0)} ms; loop held ${rounded(held.byProcessor, 0)} ms`;
  return { name: 'contradictions', value: rounded(median(times), 0), unit: 'ms', target: 500, note };
}
