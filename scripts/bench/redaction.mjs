import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { bundle, COMMON_JS } from '../build/bundle-all.mjs';
import { median, rounded } from './median.mjs';

const RUNS = 7;
const SIZE = 1_000_000;

/** A megabyte of ordinary text, and of what makes patterns slow: how long it takes, and what others feel of it. */
export async function measureRedaction() {
  const folder = mkdtempSync(path.join(tmpdir(), 'witan-bench-'));
  try {
    const file = path.join(folder, 'redaction.cjs');
    const root = path.resolve(import.meta.dirname, '../..');
    await bundle(root, { ...COMMON_JS, entryPoints: ['src/redaction/index.ts'], outfile: file });
    return await measure(createRequire(import.meta.url)(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure({ createRedactor }) {
  const redactor = createRedactor({ secretValues: Array.from({ length: 40 }, (_, at) => `${at}-value-${at * 7919}`) });
  const started = performance.now();
  await redactor.redact('x');
  const firstMs = performance.now() - started;
  const ordinary = await runs(
    redactor,
    fill('The job queue keeps its rows in one table; see src/queue.ts:41, const n = 12;\n'),
  );
  const hostile = [];
  for (const unit of HOSTILE) hostile.push({ unit, ...(await runs(redactor, fill(unit), 1)) });
  const slowest = hostile.reduce((one, other) => (other.ms > one.ms ? other : one));
  const idle = await delayDuring(() => wait(1000));
  const longest = Math.max(ordinary.delay, ...hostile.map(({ delay }) => delay));
  return [
    { name: 'redaction of 1 MB', value: rounded(ordinary.ms, 0), unit: 'ms', note: `ordinary text, ${RUNS} runs` },
    {
      name: 'redaction of 1 MB, hostile',
      value: rounded(slowest.ms, 0),
      unit: 'ms',
      note: `the slowest of ${HOSTILE.length} kinds (${JSON.stringify(slowest.unit)})`,
    },
    {
      name: 'event-loop delay, redaction',
      value: rounded(longest, 1),
      unit: 'ms',
      target: 50,
      note: `the longest of all; idle ${rounded(idle, 1)} ms`,
    },
    { name: 'first redaction', value: rounded(firstMs, 1), unit: 'ms', note: 'with the loading of secretlint' },
  ];
}

const HOSTILE = [
  'secret',
  'password=',
  'password="\\\\',
  'eyJabcdefghij.',
  'https://',
  'SG.a.',
  'bearer aB1cD2eF3gH4iJ5 ',
  '-----',
];

async function runs(redactor, text, count = RUNS) {
  const times = [];
  const delay = await delayDuring(async () => {
    for (let run = 0; run < count; run++) {
      const started = performance.now();
      await redactor.redact(text);
      times.push(performance.now() - started);
    }
  });
  return { ms: median(times), delay };
}

async function delayDuring(work) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await wait(5);
  histogram.reset();
  await work();
  await wait(5);
  histogram.disable();
  return histogram.max / 1e6;
}

function fill(unit) {
  return unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
}
