import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createDecisions, type DecisionGraph } from '../../../src/decisions/index.js';
import { readByNumber } from '../../../src/decisions/store/read-decisions.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { cluster } from '../../../src/semantics/clustering/cluster.js';
import type { ReadConnection } from '../../../src/storage/index.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { builtinEmbedding, openTestGraph } from '../../support/test-graph.js';

const BAD = '20260201-100000-bbbbbb';
const GOOD = ['20260301-100000-cccccc', '20260101-100000-aaaaaa'];
const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';

let graph: DecisionGraph;
afterEach(() => graph.close());

/** Three decisions, one of which is damaged. */
async function damagedBy(sql: string): Promise<DecisionGraph> {
  const file = path.join(scratchFolder('damaged'), 'decisions.db');
  graph = await openTestGraph({ file });
  for (const [at, id] of [...GOOD, BAD].entries()) {
    await graph.remember(
      deliberationRecord({
        id,
        winner: at === 0 ? 'SQLite' : 'PostgreSQL',
        at: `${id.slice(0, 4)}-${id.slice(4, 6)}-01T10:00:00Z`,
      }),
    );
  }
  for (const id of [BAD, GOOD[0] ?? '']) await graph.setOutcome(id, { outcome: 'right' });
  await graph.drain();
  await graph.close();
  const [driver] = sqliteDrivers;
  const connection = driver?.open(file, { readOnly: false });
  connection?.exec(sql);
  connection?.close();
  graph = await openTestGraph({ file });
  return graph;
}

const DAMAGES: readonly (readonly [string, string])[] = [
  ['participants that are no JSON', `UPDATE decisions SET participants = '["m@one"' WHERE id = '${BAD}'`],
  ['participants that are no list of texts', `UPDATE decisions SET participants = '[1]' WHERE id = '${BAD}'`],
  ['participants that are null', `UPDATE decisions SET participants = 'null' WHERE id = '${BAD}'`],
  ['a time that is none', `UPDATE decisions SET decided_at = '2026-99-99' WHERE id = '${BAD}'`],
  ['no time', `UPDATE decisions SET decided_at = '' WHERE id = '${BAD}'`],
  ['an unknown status', `UPDATE decisions SET result_status = 'odd' WHERE id = '${BAD}'`],
  ['a cost without an end', `UPDATE decisions SET cost_usd = 9e999 WHERE id = '${BAD}'`],
  ['a time of archiving that is none', `UPDATE decisions SET archived_at = 'then' WHERE id = '${BAD}'`],
  [
    'an unknown outcome',
    `UPDATE outcomes SET outcome = 'odd' WHERE decision = (SELECT number FROM decisions WHERE id = '${BAD}')`,
  ],
  [
    'a vote without an end',
    `UPDATE stances SET confidence = -9e999 WHERE decision = (SELECT number FROM decisions WHERE id = '${BAD}')`,
  ],
];

describe.each(DAMAGES)('a decision with %s', (_what, sql) => {
  it('is left out by every reader, which counts it, and the others are read', async () => {
    await damagedBy(sql);
    const all: string[] = [];
    for await (const { id } of graph.all({ archived: 'with' })) all.push(id);
    expect(all).toEqual(GOOD);
    expect((await graph.list({ limit: 2, archived: 'with' })).map(({ id }) => id)).toEqual(GOOD);
    const found = await graph.search(QUESTION, { archived: 'with' });
    expect(found.matches.map(({ decision }) => decision.id).sort()).toEqual([...GOOD].sort());
    await graph.recall(QUESTION);
    await graph.links();
    await graph.stats();
    expect(graph.damaged()).toEqual([BAD]);
    expect(await graph.get(BAD)).toBeNull();
    await expect(graph.resolve(BAD)).rejects.toMatchObject({
      type: 'conflict',
      message: expect.stringMatching(/is damaged and cannot be read; .*decisions delete/),
    });
    expect(await graph.delete(BAD)).toBe(true);
    expect(graph.damaged()).toEqual([]);
  });

  it('is repaired when its deliberation is remembered again', async () => {
    await damagedBy(sql);
    const again = deliberationRecord({ id: BAD, winner: 'PostgreSQL', at: '2026-02-01T10:00:00Z' });
    expect(await graph.remember(again)).toMatchObject({ id: BAD, winningOption: 'PostgreSQL' });
    expect((await graph.list({ archived: 'with' })).map(({ id }) => id)).toContain(BAD);
    expect(graph.damaged()).toEqual([]);
  });
});

it('skips rows with null where a text belongs', () => {
  const noted: string[] = [];
  const row = { number: 1, id: BAD, question: null, participants: '[]', decided_at: '2026-01-01T00:00:00.000Z' };
  const connection = { all: (sql: string) => (sql.includes('stances') ? [] : [row]) } as unknown as ReadConnection;
  expect(readByNumber(connection, [1], (id) => noted.push(id)).size).toBe(0);
  expect(noted).toEqual([BAD]);
});

it.each([
  ['of the wrong length', () => '0102'],
  ['empty', () => ''],
  ['of values that are no numbers', (dimensions: number) => 'FF'.repeat(dimensions * Float32Array.BYTES_PER_ELEMENT)],
])('a decision whose stored vector is %s is still found', async (_what, bytes) => {
  const { dimensions } = await builtinEmbedding;
  await damagedBy(`UPDATE embeddings SET vector = x'${bytes(dimensions)}'`);
  expect((await graph.search(QUESTION)).matches).toHaveLength(3);
  expect(graph.damaged()).toEqual([]);
});

it('is named in a recall, in answers and by the doctor, with what repairs it', async () => {
  await damagedBy(DAMAGES[0]?.[1] ?? '');
  const decisions = createDecisions({
    graph,
    clock: systemClock,
    cluster: async (points, options) => cluster(points, options),
  });
  const line = `1 damaged decision was left out (${BAD}); \`witan decisions import transcripts\` repairs what has a transcript, \`witan decisions delete <id>\` removes one`;
  const { warnings, matches } = await graph.recall(QUESTION);
  expect([warnings, matches.map(({ decision }) => decision.id)]).toEqual([[line], GOOD.slice(0, 1)]);
  expect(await decisions.query({ query_text: QUESTION })).toMatchObject({ count: 2, warning: line });
  expect(await decisions.health()).toMatchObject({ status: 'attention', problems: [line] });
});

it('is repaired by an import of the transcripts, as the line says', async () => {
  await damagedBy(DAMAGES[0]?.[1] ?? '');
  const decisions = createDecisions({
    graph,
    clock: systemClock,
    cluster: async (points, options) => cluster(points, options),
  });
  const transcripts = scratchFolder('transcripts');
  const again = deliberationRecord({ id: BAD, winner: 'PostgreSQL', at: '2026-02-01T10:00:00Z' });
  writeFileSync(path.join(transcripts, 'bad.json'), JSON.stringify(again));
  expect(await decisions.import(transcripts)).toMatchObject({ imported: 1, faults: [] });
  expect(await decisions.health()).toMatchObject({ status: 'healthy', problems: [] });
  // It keeps what could be read: its outcome.
  expect(await graph.get(BAD)).toMatchObject({ outcome: { outcome: 'right' } });
});
