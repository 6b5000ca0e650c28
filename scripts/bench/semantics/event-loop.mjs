import { existsSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { rounded } from '../median.mjs';
import { Unavailable } from '../unavailable.mjs';
import { ROOT } from './load-sources.mjs';
import { clusteredVectors } from './random-points.mjs';

const COUNT = 10_000;
const DIMENSIONS = 256;
const ANSWERS = 20;
const ANSWER_LENGTH = 19_000;

/** What others in the process that owns the pool feel of its work. */
export async function measureEventLoop() {
  const file = path.join(ROOT, 'dist', 'semantics.js');
  if (!existsSync(file)) throw new Unavailable('dist/semantics.js is not built; npm run build makes it');
  const { createSemantics } = await import(pathToFileURL(file).href);
  if (createSemantics === undefined) throw new Unavailable('dist/semantics.js exports no createSemantics');
  const semantics = await createSemantics({ embedding: 'builtin' });
  try {
    // Before anything else has started a thread or loaded a model, as the first user would.
    return [await whileComparing(semantics), ...(await whileClustering(semantics))];
  } finally {
    await semantics.close();
  }
}

async function whileComparing(semantics) {
  const sentence = 'We keep the orders in one database because two would drift apart. ';
  const answers = Array.from({ length: ANSWERS }, (_, at) => `${at} ${sentence.repeat(400)}`.slice(0, ANSWER_LENGTH));
  const delays = await delaysDuring(() => Promise.all(answers.map((each) => semantics.similarity(each, answers[0]))));
  const note = `${ANSWERS} answers of ${ANSWER_LENGTH} characters compared together, ${rounded(delays.seconds * 1000, 0)} ms in all`;
  return { name: 'event-loop delay, long answers', value: rounded(delays.longest, 1), unit: 'ms', target: 50, note };
}

async function whileClustering(semantics) {
  const points = { data: clusteredVectors(COUNT, DIMENSIONS), dimensions: DIMENSIONS };
  const texts = Array.from({ length: 1000 }, (_, at) => `${at} which database should hold the orders?`);
  const embedTime = async () => {
    const started = performance.now();
    await semantics.embed(texts);
    return performance.now() - started;
  };
  const alone = await embedTime();
  const idle = await delaysDuring(() => wait(2000));
  const busy = await delaysDuring(() => semantics.cluster(points, { minClusterSize: 10 }));
  let isClustered = false;
  const clustering = semantics.cluster(points, { minClusterSize: 10 }).finally(() => {
    isClustered = true;
  });
  const beside = await embedTime();
  const order = isClustered ? 'AFTER the clustering' : 'before the clustering ended';
  await clustering;
  const note = `the longest ${rounded(busy.longest, 1)} ms, idle p99 ${rounded(idle.p99, 1)} ms; ${rounded(busy.seconds, 1)} s of clustering ${COUNT / 1000}k x ${DIMENSIONS} in a thread`;
  return [
    { name: 'event-loop delay p99', value: rounded(busy.p99, 1), unit: 'ms', target: 50, note },
    {
      name: `embedding ${texts.length} texts while clustering`,
      value: rounded(beside, 0),
      unit: 'ms',
      note: `${order}; ${rounded(alone, 0)} ms with nothing beside it`,
    },
  ];
}

async function delaysDuring(work) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const started = performance.now();
  delays.enable();
  await work();
  delays.disable();
  return { p99: delays.percentile(99) / 1e6, longest: delays.max / 1e6, seconds: (performance.now() - started) / 1000 };
}
