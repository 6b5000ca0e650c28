import { expect, it } from 'vitest';
import type { Learning } from '../../../src/learning/index.js';
import { learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

const semantics = useSemantics();
const BAD = 'ghap_20261116_101501_bbbbbb';
const GOOD = 'ghap_20261116_101500_aaaaaa';

/** Two experiences, after a change of their database. */
async function changedBy(sql: string): Promise<Learning> {
  const first = await learningIn({ semantics });
  const hypothesis = 'The pool is exhausted because connections leak';
  await saveAll(first.learning, [resolvedEntry({ id: GOOD, hypothesis }), resolvedEntry({ id: BAD, hypothesis })]);
  await first.learning.drain();
  await first.learning.close();
  const connection = sqliteDrivers[0]?.open(first.file, { readOnly: false });
  connection?.exec(sql);
  connection?.close();
  return (await learningIn({ semantics, file: first.file })).learning;
}

const idsFound = async (learning: Learning) =>
  (await learning.searchExperiences({ query: 'connections leak', axis: 'full', limit: 10 })).found.map(
    ({ experience }) => experience.id,
  );

it.each([
  ['of the wrong length', () => '010203'],
  ['empty', () => ''],
  ['of values that are no numbers', (dimensions: number) => 'FF'.repeat(dimensions * Float32Array.BYTES_PER_ELEMENT)],
])('finds experiences whose stored vectors are %s by their words', async (_what, bytes) => {
  const { dimensions = 0 } = (await semantics()).embeddedWith ?? {};
  const learning = await changedBy(`UPDATE vectors SET vector = x'${bytes(dimensions)}'`);
  expect((await idsFound(learning)).sort()).toEqual([GOOD, BAD]);
  await expect(learning.getClusters('full')).rejects.toMatchObject({ type: 'not_found' });
});
