import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, it } from 'vitest';
import { COACHING_MIGRATIONS } from '../../../src/coaching/database/open-coaching-database.js';
import { MIGRATIONS } from '../../../src/decisions/store/tables.js';
import { LEARNING_MIGRATIONS } from '../../../src/learning/migrations.js';
import { type Migration, openDatabase } from '../../../src/storage/index.js';
import { scratchFolder } from '../../support/scratch-folder.js';

// A database whose tables were made by other texts is refused as changed: these change only with a new migration.
it.each([
  ['experiences.db', LEARNING_MIGRATIONS, '562d4f1f52cb9970'],
  ['decisions.db', MIGRATIONS, '75a2fcf0ec41f631'],
  ['paige.db', COACHING_MIGRATIONS, 'fd2ee3da16c43300'],
] as [string, readonly Migration[], string][])(
  'keeps the text of every table of %s, so that databases of users are still accepted',
  async (name, migrations, hash) => {
    const database = await openDatabase(path.join(scratchFolder('schemas'), name), { migrations });
    const rows = await database.read((connection) =>
      connection.all<{ sql: string }>('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name'),
    );
    await database.close();
    const text = rows.map(({ sql }) => sql).join('\n');
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(hash);
  },
);
