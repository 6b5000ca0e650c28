import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { median, rounded } from '../median.mjs';
import { Unavailable } from '../unavailable.mjs';
import { bundleSources } from './load-sources.mjs';

const DIMENSIONS = 256;
const MIN_CLUSTER_SIZE = 10;
const RUNS = { 1000: 5, 5000: 3, 10000: 3 };
const RIVAL_LIMIT_MS = 30_000;

/** Every run is a process of its own: nothing is warm, and what it holds in memory can be read. */
export async function measureClustering({ isFull }) {
  const program = await bundleSources({ 'src/semantics/clustering/cluster.ts': ['cluster'] });
  const results = new Map();
  for (const [count, runs] of Object.entries(RUNS))
    results.set(Number(count), await clusterOften(program, Number(count), runs));
  const figures = [...results].map(([count, result]) => figureFor(count, result));
  figures.push(growth(results), ...(await measureRival(results, isFull ? [1000, 5000] : [1000])));
  if (isFull) figures.push(...largest(await clusterOften(program, 20_000, 1)));
  return figures;
}

async function clusterOften(program, count, runs) {
  const all = [];
  for (let run = 0; run < runs; run++) all.push(await runApart('ours', program, count));
  return { ...all[0], ms: median(all.map(({ ms }) => ms)), runs };
}

function figureFor(count, { ms, labels, peakBytes, runs }) {
  const note = `${new Set(labels.filter((label) => label >= 0)).size} clusters, peak ${megabytes(peakBytes)} MB, ${runs} runs`;
  return {
    name: `HDBSCAN of ${count / 1000}k x ${DIMENSIONS}`,
    value: rounded(ms, 0),
    unit: 'ms',
    ...TARGETS[count],
    note,
  };
}

const TARGETS = { 1000: { target: 200 }, 10000: { target: 5000 } };

function growth(results) {
  const exponent = Math.log(results.get(10_000).ms / results.get(1000).ms) / Math.log(10);
  const upper = Math.log(results.get(10_000).ms / results.get(5000).ms) / Math.log(2);
  const note = `time grows with this power of the number of points, 1k to 10k; ${rounded(upper)} from 5k to 10k`;
  return { name: 'HDBSCAN growth', value: rounded(exponent), unit: 'ratio', note };
}

async function measureRival(results, counts) {
  const figures = [];
  for (const count of counts) {
    const name = `HDBSCAN of ${count / 1000}k, over hdbscan-ts`;
    try {
      const theirs = await runApart('hdbscan-ts', 'hdbscan-ts', count, RIVAL_LIMIT_MS);
      const ours = results.get(count);
      const answers = areSamePartition(ours.labels, theirs.labels) ? 'same labels' : 'other labels than the exact ones';
      const note = `${rounded(ours.ms, 0)} ms, hdbscan-ts ${rounded(theirs.ms, 0)} ms, ${answers}`;
      figures.push({ name, value: rounded(theirs.ms / ours.ms, 1), unit: 'times faster', note });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      figures.push({ name, skipped: error.message });
      // What does not finish with few points will not with more.
      break;
    }
  }
  return figures;
}

function largest({ ms, peakBytes }) {
  const note = `${rounded(ms / 1000, 1)} s, the whole process with the points`;
  return [{ name: `HDBSCAN of 20k x ${DIMENSIONS}, peak`, value: megabytes(peakBytes), unit: 'MB', target: 512, note }];
}

async function runApart(kind, module, count, timeout = 0) {
  const program = path.join(import.meta.dirname, 'cluster-run.mjs');
  const programArguments = [program, kind, module, count, DIMENSIONS, MIN_CLUSTER_SIZE].map(String);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, programArguments, { timeout, maxBuffer: 1e8 });
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1));
  } catch (error) {
    if (kind === 'ours') throw error;
    const isLate = error.killed === true;
    throw new Unavailable(
      isLate ? `not done within ${timeout / 1000} s` : `has failed: ${error.message.split('\n')[0]}`,
    );
  }
}

/** Equal but for the numbers that the clusters have. */
function areSamePartition(ours, theirs) {
  const [there, back] = [new Map(), new Map()];
  return ours.every((label, point) => {
    const other = theirs[point];
    if (label < 0 !== other < 0) return false;
    if (!there.has(label)) there.set(label, other);
    if (!back.has(other)) back.set(other, label);
    return there.get(label) === other && back.get(other) === label;
  });
}

function megabytes(bytes) {
  return Math.round(bytes / 1024 / 1024);
}
