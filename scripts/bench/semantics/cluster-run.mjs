// A process of its own for one clustering: it can be ended when it takes too long, and its memory is its own.
// Prints what it took as JSON.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clusteredVectors } from './random-points.mjs';

const [kind, bundle, count, dimensions, minClusterSize] = process.argv.slice(2);
const size = Number(dimensions);
const data = clusteredVectors(Number(count), size);
const run = kind === 'ours' ? ours(createRequire(import.meta.url)(bundle)) : rival(await import('hdbscan-ts'));

const started = performance.now();
const labels = run();
const ms = performance.now() - started;
console.log(JSON.stringify({ ms, labels: [...labels], peakBytes: peakBytes() }));

function ours({ cluster }) {
  return () => cluster({ data, dimensions: size }, { minClusterSize: Number(minClusterSize) }).labels;
}

function rival({ HDBSCAN }) {
  const rows = Array.from({ length: Number(count) }, (_, row) => [...data.subarray(row * size, (row + 1) * size)]);
  const hdbscan = new HDBSCAN({ minClusterSize: Number(minClusterSize), minSamples: Number(minClusterSize) });
  return () => {
    hdbscan.fit(rows);
    return hdbscan.labels_;
  };
}

/** Linux hands the largest size of the parent down to its children as theirs; what it says under /proc is their own. */
function peakBytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
}
