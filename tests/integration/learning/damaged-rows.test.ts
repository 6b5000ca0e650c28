import { describe, expect, it } from 'vitest';
import type { Learning } from '../../../src/learning/index.js';
import { learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

const semantics = useSemantics();
const BAD = 'ghap_20261116_101501_bbbbbb';
const GOOD = 'ghap_20261116_101500_aaaaaa';

/** Two experiences, one of which is damaged. */
async function damagedBy(sql: string): Promise<Learning> {
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

describe.each([
  ['a history that is no JSON', `UPDATE experiences SET history = '[{' WHERE id = '${BAD}'`],
  ['a history that is no list', `UPDATE experiences SET history = 'null' WHERE id = '${BAD}'`],
  ['a history of texts', `UPDATE experiences SET history = '["x"]' WHERE id = '${BAD}'`],
  ['notes that are no texts', `UPDATE experiences SET notes = '[1]' WHERE id = '${BAD}'`],
  ['an unknown outcome', `UPDATE experiences SET outcome_status = 'odd' WHERE id = '${BAD}'`],
  ['an unknown tier', `UPDATE experiences SET confidence_tier = 'odd' WHERE id = '${BAD}'`],
])('an experience with %s', (_what, sql) => {
  it('is left out and counted, and the others are found and exported', async () => {
    const learning = await damagedBy(sql);
    expect(await idsFound(learning)).toEqual([GOOD]);
    const exported: string[] = [];
    for await (const { id } of learning.exportExperiences()) exported.push(id);
    expect(exported).toEqual([GOOD]);
    expect(await learning.leftOut()).toBe(
      `1 damaged experience is left out (${BAD}); \`witan journal delete <id>\` removes one`,
    );
    expect(await learning.deleteExperience(BAD)).toBe(true);
    expect(await learning.leftOut()).toBeUndefined();
  });
});

it.each([
  ['of the wrong length', () => '010203'],
  ['empty', () => ''],
  ['of values that are no numbers', (dimensions: number) => 'FF'.repeat(dimensions * Float32Array.BYTES_PER_ELEMENT)],
])('finds experiences whose stored vectors are %s by their words', async (_what, bytes) => {
  const { dimensions = 0 } = (await semantics()).embeddedWith ?? {};
  const learning = await damagedBy(`UPDATE vectors SET vector = x'${bytes(dimensions)}'`);
  expect((await idsFound(learning)).sort()).toEqual([GOOD, BAD]);
  await expect(learning.getClusters('full')).rejects.toMatchObject({ type: 'not_found' });
});
