import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { median, rounded } from '../median.mjs';
import { Unavailable } from '../unavailable.mjs';
import { openBuiltin } from './backends.mjs';
import { loadSources } from './load-sources.mjs';
import { unitVectors } from './random-points.mjs';

const SIZES = [1000, 10_000, 100_000];
const QUERIES = 15;
const QUERY_SEED = 7;
const ROW_SEED = 11;
const K = 10;
// The order of an addition changes the last digits of a sum: scores closer than this may change their order.
const SAME_SCORE = 1e-5;

/** Each query goes to all in turn, so that whatever else the machine does meets them alike. */
export async function measureTopTen() {
  const { createVectorIndex } = await loadSources({
    'src/semantics/vector-index/create-vector-index.ts': ['createVectorIndex'],
  });
  const figures = [];
  for (const count of SIZES) figures.push(...(await measureSize(createVectorIndex, count, 256)));
  const builtin = await orReason(openBuiltin());
  if (builtin.reason !== undefined)
    return [...figures, { name: 'top-10 as the builtin embeds', skipped: builtin.reason }];
  return [...figures, ...(await measureSize(createVectorIndex, SIZES.at(-1), builtin.dimensions))];
}

async function orReason(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Unavailable) return { reason: error.message };
    throw error;
  }
}

async function measureSize(createVectorIndex, count, dimensions) {
  const data = unitVectors(count, dimensions, ROW_SEED);
  const queries = unitVectors(QUERIES, dimensions, QUERY_SEED);
  const index = createVectorIndex(dimensions);
  for (let row = 0; row < count; row++) index.add(row, rowOf(data, row, dimensions));
  const sqlite = await orReason(startSqlite(count, dimensions));
  const times = { ours: [], loop: [], sqlite: [] };
  let isSame = true;
  for (let at = -1; at < QUERIES; at++) {
    const query = rowOf(queries, Math.max(at, 0), dimensions);
    const ours = timed(() => index.search(query, K));
    const loop = timed(() => searchByLoop(data, dimensions, query));
    const rival = await sqlite.search?.(Math.max(at, 0));
    isSame &&= [loop, rival].every((other) => other === undefined || giveSameAnswers(ours.matches, other.matches));
    // The first query only warms up.
    if (at < 0) continue;
    times.ours.push(ours.ms);
    times.loop.push(loop.ms);
    if (rival !== undefined) times.sqlite.push(rival.ms);
  }
  sqlite.end?.();
  return figuresFor(`top-10 of ${count / 1000}k x ${dimensions}`, times, isSame, sqlite.reason, count);
}

function figuresFor(name, times, isSame, reason, count) {
  const ours = median(times.ours);
  const answers = isSame ? 'same answers' : 'OTHER ANSWERS';
  const ratio = (other, label) => ({
    value: rounded(median(other) / ours, 1),
    unit: 'times faster',
    note: `${rounded(ours)} ms, ${label} ${rounded(median(other))} ms, ${QUERIES} queries, ${answers}`,
  });
  const overSqlite = { name: `${name}, over sqlite-vec` };
  return [
    { name: `${name}, over a loop`, ...ratio(times.loop, 'plain loop') },
    reason !== undefined
      ? { ...overSqlite, skipped: reason }
      : { ...overSqlite, ...ratio(times.sqlite, 'sqlite-vec'), ...(count === 100_000 && { least: 5 }) },
  ];
}

async function startSqlite(count, dimensions) {
  const programArguments = [count, dimensions, ROW_SEED, QUERIES, QUERY_SEED].map(String);
  const program = path.join(import.meta.dirname, 'sqlite-vec-search.mjs');
  const child = fork(program, programArguments, {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const answer = async () => {
    const gone = new AbortController();
    const died = once(child, 'exit', { signal: gone.signal }).then(() => {
      throw new Unavailable('sqlite-vec does not run here: it needs Node 22.13 or better-sqlite3');
    });
    try {
      const [message] = await Promise.race([once(child, 'message', { signal: gone.signal }), died]);
      return message;
    } finally {
      died.catch(() => {});
      gone.abort();
    }
  };
  await answer();
  return {
    search: async (query) => {
      const answered = answer();
      child.send(query);
      return answered;
    },
    end: () => child.disconnect(),
  };
}

function searchByLoop(data, dimensions, query) {
  const best = [];
  for (let row = 0, start = 0; start < data.length; row++, start += dimensions) {
    let score = 0;
    for (let axis = 0; axis < dimensions; axis++) score += query[axis] * data[start + axis];
    if (best.length === K && score <= best[K - 1].score) continue;
    let index = best.length;
    while (index > 0 && best[index - 1].score < score) index--;
    best.splice(index, 0, { id: row, score });
    if (best.length > K) best.pop();
  }
  return best;
}

function giveSameAnswers(ours, theirs) {
  return (
    ours.length === theirs.length &&
    ours.every(({ id, score }, rank) => {
      const other = theirs[rank];
      const isClose = Math.abs(score - other.score) <= SAME_SCORE;
      const isTie = theirs.some((each) => each.id === id) || Math.abs(score - theirs[K - 1].score) <= SAME_SCORE;
      return isClose && (id === other.id || isTie);
    })
  );
}

function timed(search) {
  const started = performance.now();
  const matches = search();
  return { matches, ms: performance.now() - started };
}

function rowOf(data, row, dimensions) {
  return data.subarray(row * dimensions, (row + 1) * dimensions);
}
