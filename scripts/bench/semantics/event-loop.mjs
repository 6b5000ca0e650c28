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

/** How late timers are in the process that owns the pool while one of its threads clusters, and while nothing runs. */
export async function measureEventLoop() {
  const file = path.join(ROOT, 'dist', 'semantics.js');
  if (!existsSync(file)) throw new Unavailable('dist/semantics.js is not built; npm run build makes it');
  const { createSemantics } = await import(pathToFileURL(file).href);
  if (createSemantics === undefined) throw new Unavailable('dist/semantics.js exports no createSemantics');
  const semantics = await createSemantics({ embedding: 'none' });
  const points = { data: clusteredVectors(COUNT, DIMENSIONS), dimensions: DIMENSIONS };
  try {
    const idle = await delaysDuring(() => wait(2000));
    // Started before anybody waits for it, thread and all, as the first user would.
    const busy = await delaysDuring(() => semantics.cluster(points, { minClusterSize: 10 }));
    const note = `the longest ${rounded(busy.longest, 1)} ms, idle p99 ${rounded(idle.p99, 1)} ms; ${rounded(busy.seconds, 1)} s of clustering ${COUNT / 1000}k x ${DIMENSIONS} in a thread`;
    return [{ name: 'event-loop delay p99', value: rounded(busy.p99, 1), unit: 'ms', target: 50, note }];
  } finally {
    await semantics.close();
  }
}

async function delaysDuring(work) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const started = performance.now();
  delays.enable();
  await work();
  delays.disable();
  return { p99: delays.percentile(99) / 1e6, longest: delays.max / 1e6, seconds: (performance.now() - started) / 1000 };
}
