import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { DecisionGraph } from '../../../src/decisions/index.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { builtinEmbedding, openTestGraph } from '../../support/test-graph.js';

let graph: DecisionGraph;
afterEach(() => graph.close());

it.each([
  ['of the wrong length', () => '0102'],
  ['empty', () => ''],
  ['of values that are no numbers', (dimensions: number) => 'FF'.repeat(dimensions * Float32Array.BYTES_PER_ELEMENT)],
])('A decision whose stored vector is %s is still found.', async (_what, bytes) => {
  const { dimensions } = await builtinEmbedding;
  const file = path.join(scratchFolder('vectors'), 'decisions.db');
  graph = await openTestGraph({ file });
  await graph.remember(deliberationRecord({ id: '20260101-100000-aaaaaa', winner: 'PostgreSQL' }));
  await graph.remember(deliberationRecord({ id: '20260201-100000-bbbbbb', winner: 'SQLite' }));
  await graph.drain();
  await graph.close();
  const connection = sqliteDrivers[0]?.open(file, { readOnly: false });
  connection?.exec(`UPDATE embeddings SET vector = x'${bytes(dimensions)}'`);
  connection?.close();
  graph = await openTestGraph({ file });
  expect((await graph.search('Should our job queue use PostgreSQL or SQLite?')).matches).toHaveLength(2);
});
