import path from 'node:path';
import { expect, it } from 'vitest';
import { toRow } from '../../../src/learning/experiences/experience-row.js';
import { fromEntry } from '../../../src/learning/experiences/from-entry.js';
import { LEARNING_MIGRATIONS } from '../../../src/learning/migrations.js';
import { openDatabase } from '../../../src/storage/index.js';
import { learningIn, resolvedEntry, useSemantics } from '../../support/learning-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const semantics = useSemantics();

it('a database of an earlier version gets words immediately and vectors in the background', async () => {
  const file = path.join(scratchFolder('learning'), 'experiences.db');
  const before = await openDatabase(file, { migrations: LEARNING_MIGRATIONS.slice(0, 2) });
  const entry = resolvedEntry({ goal: 'Stop ECONNRESET from the proxy' });
  const row = toRow(fromEntry(entry, { confidenceTier: 'silver', tierReason: null }), 1);
  await before.write((connection) => {
    connection.run(
      `INSERT INTO experiences (${Object.keys(row).join(', ')})
       VALUES (${Object.keys(row)
         .map(() => '?')
         .join(', ')})`,
      Object.values(row),
    );
    connection.run("UPDATE counters SET value = 1 WHERE name = 'revision'");
  });
  await before.close();

  const { learning } = await learningIn({ semantics, file });
  const search = async (query: string) => (await learning.searchExperiences({ query, axis: 'full', limit: 5 })).found;
  expect(await search('ECONNRESET')).toMatchObject([{ experience: { id: entry.id } }]);
  await learning.drain();
  expect(await search('an import that never comes to an end')).toMatchObject([{ experience: { id: entry.id } }]);
});
