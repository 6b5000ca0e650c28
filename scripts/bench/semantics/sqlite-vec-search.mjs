// A process of its own for sqlite-vec: answers each message with a search and its time.
import { load } from 'sqlite-vec';
import { unitVectors } from './random-points.mjs';

const [count, dimensions, rowSeed, queries, querySeed] = process.argv.slice(2);
const database = await openDatabase();
load(database);
database.exec(`CREATE VIRTUAL TABLE points USING vec0(vector float[${dimensions}] distance_metric=cosine)`);
fill(unitVectors(Number(count), Number(dimensions), Number(rowSeed)));
const asked = unitVectors(Number(queries), Number(dimensions), Number(querySeed));
const nearest = database.prepare(
  'SELECT rowid, distance FROM points WHERE vector MATCH ? AND k = 10 ORDER BY distance',
);

process.on('message', (query) => {
  const started = performance.now();
  const rows = nearest.all(bytesOf(asked, query));
  const ms = performance.now() - started;
  process.send({ ms, matches: rows.map(({ rowid, distance }) => ({ id: rowid - 1, score: 1 - distance })) });
});
process.send('ready');

/** Node's own SQLite where it has one, else the driver that the program uses there. */
async function openDatabase() {
  try {
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(':memory:', { allowExtension: true });
  } catch {
    const { default: Database } = await import('better-sqlite3');
    return new Database(':memory:');
  }
}

function fill(data) {
  const insert = database.prepare('INSERT INTO points(rowid, vector) VALUES (?, ?)');
  database.exec('BEGIN');
  for (let row = 0; row < Number(count); row++) insert.run(BigInt(row + 1), bytesOf(data, row));
  database.exec('COMMIT');
}

function bytesOf(data, row) {
  const size = Number(dimensions);
  return new Uint8Array(data.buffer, row * size * 4, size * 4);
}
