import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { rounded } from '../median.mjs';
import { bundleSources } from '../semantics/load-sources.mjs';
import { databaseFile, openGraph } from './open-graph.mjs';
import { questionAt } from './questions.mjs';
import { watchLoop } from './watch-loop.mjs';

const PROCESSES = 2;
const LANES = 4;
const PER_LANE = 250;

/** Eight writers in two processes, and a third process that recalls all the time: how long any of them stands still. */
export async function measureSharedWriters(sources) {
  const file = databaseFile('graph-shared');
  const graph = await openGraph(sources, file);
  const bundle = await bundleSources({
    'src/decisions/index.ts': ['openDecisionGraph'],
    'src/semantics/embedding/builtin-embedding.ts': ['createBuiltinEmbedding'],
  });
  const writers = Array.from({ length: PROCESSES }, (_, number) =>
    fork(path.join(import.meta.dirname, 'shared-writer.mjs'), [bundle, file, number, LANES, PER_LANE].map(String)),
  );
  let isWriting = true;
  const ended = Promise.all(writers.map(reportOf)).finally(() => {
    isWriting = false;
  });
  const stopWatching = watchLoop();
  for (let asked = 0; isWriting; asked++) {
    await graph.recall(questionAt(asked % 50).question);
    await new Promise(setImmediate);
  }
  const reading = stopWatching();
  const reports = await ended;
  const stored = await graph.count();
  await graph.close();
  const expected = PROCESSES * LANES * PER_LANE;
  if (stored !== expected) throw new Error(`${stored} of ${expected} decisions were stored`);
  const held = Math.max(reading.byProcessor, ...reports.map(({ byProcessor }) => byProcessor));
  const clock = Math.max(...reports.map(({ byClock }) => byClock));
  return {
    name: 'loop held, 8 writers',
    value: rounded(Math.max(clock, reading.byClock), 0),
    unit: 'ms',
    target: 60,
    note: `${expected} decisions by ${PROCESSES} processes, ${rounded(expected / Math.max(...reports.map(({ seconds }) => seconds)), 0)}/s; by the clock: writers ${rounded(clock, 0)}, a reader ${rounded(reading.byClock, 0)}; by the processor ${rounded(held, 0)}`,
  };
}

async function reportOf(child) {
  const reported = once(child, 'message');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`a writer ended with ${code}`);
  const [report] = await reported;
  return report;
}
