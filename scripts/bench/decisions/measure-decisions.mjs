import { setTimeout as wait } from 'node:timers/promises';
import { median, rounded } from '../median.mjs';
import { measureContradictions } from './contradictions.mjs';
import { bytesOf, databaseFile, fillDatabase, loadGraphSources, openGraph } from './open-graph.mjs';
import { questionAt, recordAt } from './questions.mjs';
import { replayDay } from './replay-day.mjs';
import { measureSharedWriters } from './shared-writers.mjs';
import { watchLoop } from './watch-loop.mjs';

const RUNNING = 10_000;
const SAMPLES = 60;

/** The decision graph with ten thousand decisions in a running process, and how it grows. */
export async function measureDecisions({ isFull }) {
  const sources = await loadGraphSources();
  const growth = [];
  for (const count of isFull ? [1_000, RUNNING, 100_000] : [1_000, RUNNING]) {
    growth.push(await measureSize(sources, count));
  }
  const running = growth.find(({ count }) => count === RUNNING);
  const largest = growth.at(-1);
  return [
    figure('decision stored', running.store, 'ms', { target: 100, note: at(running, 'store') }),
    figure('recall without cache', running.recall, 'ms', { target: 100, note: at(running, 'recall') }),
    figure('recall from cache', running.cached, 'ms', { target: 1, digits: 3 }),
    figure('background similarities', running.linksPerSecond, '/s', { least: 10, digits: 0 }),
    figure('event loop held at most', running.held.byProcessor, 'ms', {
      target: 60,
      note: `processor time of load, linking, recalls and stores; by the clock ${rounded(running.held.byClock, 0)} ms, and ${rounded(running.idle, 0)} ms with nothing to do`,
    }),
    figure('bytes per decision', running.bytes, 'bytes', {
      digits: 0,
      note: `without vectors, with up to 20 neighbors; target about 5,000; a vector takes ${running.vectorBytes}`,
    }),
    await measureContradictions(sources, running.file),
    await measureSharedWriters(sources),
    await replayDay(sources, running.file),
    ...(isFull
      ? [figure('recall at 100,000', largest.recall, 'ms', { target: 150, note: at(largest, 'recall') })]
      : []),
    {
      ...figure('decision graph growth', largest.recall / growth[0].recall, 'ratio', {
        note: `recall at ${largest.count} against ${growth[0].count}`,
      }),
      table: growthTable(growth),
    },
  ];
}

async function measureSize(sources, count) {
  const file = databaseFile(`graph-${count}`);
  // Of very many, enough to measure the rate.
  const unlinked = count > RUNNING ? 500 : count;
  await fillDatabase(sources, file, count, unlinked);
  const idle = await longestIdleDelay();
  const stopWatching = watchLoop();
  const opened = performance.now();
  const graph = await openGraph(sources, file);
  const load = await timeOf(() => graph.recall(questionAt(1).question));
  // The background work begins when the graph is opened.
  await graph.drain({ maxMs: 300_000 });
  const linksPerSecond = (unlinked / (performance.now() - opened)) * 1000;
  const recalls = [];
  const cached = [];
  const stores = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    // A new question, which no cache has.
    const question = `${questionAt(sample * 131).question} Please compare for release ${sample}.`;
    recalls.push(await timeOf(() => graph.recall(question, { workingDirectory: '/projects/job-queue' })));
    cached.push(await timeOf(() => graph.recall(question, { workingDirectory: '/projects/job-queue' })));
  }
  for (let sample = 0; sample < SAMPLES; sample++) {
    stores.push(await timeOf(() => graph.remember({ ...recordAt(sample), deliberation_id: `new-${sample}` })));
  }
  await graph.drain({ maxMs: 60_000 });
  const held = stopWatching();
  const stats = await graph.stats();
  await graph.close();
  return {
    count,
    file,
    load,
    linksPerSecond,
    idle,
    recall: median(recalls),
    slowestRecall: Math.max(...recalls),
    cached: median(cached),
    store: median(stores),
    slowestStore: Math.max(...stores),
    held,
    fileBytes: bytesOf(file),
    bytes: (stats.fileBytes - stats.embeddingBytes) / stats.decisions,
    vectorBytes: Math.round(stats.embeddingBytes / stats.decisions),
  };
}

function growthTable(growth) {
  const head = [
    'decisions',
    'load ms',
    'recall ms',
    'slowest',
    'cached ms',
    'store ms',
    'links/s',
    'loop held ms',
    'MB',
  ];
  const rows = growth.map((each) => [
    each.count,
    rounded(each.load, 0),
    rounded(each.recall, 1),
    rounded(each.slowestRecall, 1),
    rounded(each.cached, 3),
    rounded(each.store, 1),
    rounded(each.linksPerSecond, 0),
    rounded(each.held.byProcessor, 0),
    rounded(each.fileBytes / 1e6, 0),
  ]);
  return [head, ...rows];
}

function at(size, what) {
  const slowest = what === 'recall' ? size.slowestRecall : size.slowestStore;
  return `${size.count} decisions, slowest of ${SAMPLES} ${rounded(slowest, 1)} ms; loaded in ${rounded(size.load, 0)} ms`;
}

function figure(name, value, unit, { digits = 1, ...rest } = {}) {
  return { name, value: rounded(value, digits), unit, ...rest };
}

async function longestIdleDelay() {
  const stopWatching = watchLoop();
  await wait(2_000);
  return stopWatching().byClock;
}

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
