import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, StorageError } from '../../../src/storage/index.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { openTestGraph } from '../../support/test-graph.js';

describe.each(sqliteDrivers)('a decision graph with $name', (driver) => {
  let file: string;
  beforeEach(() => {
    file = path.join(scratchFolder('unusable'), 'data', 'decisions.db');
    mkdirSync(path.dirname(file), { recursive: true });
  });

  it('is refused with the reason when the file is not a database, and the file stays as it is', async () => {
    writeFileSync(file, 'these are my notes, not a database, and they are long enough to be looked at');
    const error = await failureOf(openTestGraph({ file, driver }));
    expect(error).toMatchObject({ fault: 'not-a-database' });
    expect(error.message).toContain('data/decisions.db');
    expect(error.message).toContain('`witan decisions import transcripts`');
    expect(readFileSync(file, 'utf8')).toContain('these are my notes');
  });

  it('is refused when a newer program has written it', async () => {
    const graph = await openTestGraph({ file, driver });
    await graph.close();
    const connection = driver.open(file, { readOnly: false });
    connection.exec('PRAGMA user_version = 99');
    connection.close();
    expect(await failureOf(openTestGraph({ file, driver }))).toMatchObject({ fault: 'newer', type: 'conflict' });
  });

  it('is refused when it belongs to another program', async () => {
    writeFileSync(file, '');
    const connection = driver.open(file, { readOnly: false });
    connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE something (name TEXT)');
    connection.close();
    expect(await failureOf(openTestGraph({ file, driver }))).toMatchObject({ fault: 'foreign' });
  });

  it('says that it is damaged, in a typed error, when it is damaged while in use', async () => {
    const graph = await openTestGraph({ file, driver });
    for (let number = 0; number < 40; number++) {
      await graph.remember(deliberationRecord({ question: `What do we do in case ${number}?` }));
    }
    await graph.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 * 2);
    writeFileSync(file, bytes);
    const use = async () => {
      const damaged = await openTestGraph({ file, driver });
      try {
        await damaged.recall('What do we do in case 7?');
      } finally {
        await damaged.close();
      }
    };
    expect(await failureOf(use())).toMatchObject({ fault: 'corrupt' });
  });

  it('says that it is damaged when the file was cut short', async () => {
    const graph = await openTestGraph({ file, driver });
    await graph.remember(deliberationRecord());
    await graph.close();
    truncateSync(file, 5_000);
    const use = async () => (await openTestGraph({ file, driver })).list();
    expect(await failureOf(use())).toMatchObject({ fault: 'corrupt' });
  });

  it('reads while another program keeps it locked, and gives up storing after the lock timeout', async () => {
    const graph = await openTestGraph({ file, driver, lockTimeoutMs: 100 });
    await graph.remember(deliberationRecord({ id: 'a' }));
    await graph.drain();
    const holder = driver.open(file, { readOnly: false });
    holder.exec('BEGIN IMMEDIATE');
    expect(await failureOf(graph.remember(deliberationRecord({ id: 'b' })))).toMatchObject({ fault: 'busy' });
    expect((await graph.list()).map(({ id }) => id)).toEqual(['a']);
    holder.exec('COMMIT');
    holder.close();
    await graph.remember(deliberationRecord({ id: 'b' }));
    expect(await graph.drain()).toBe(true);
    await graph.close();
  });

  it('is read without being changed when it is opened for reading only', async () => {
    const graph = await openTestGraph({ file, driver });
    await graph.remember(deliberationRecord({ id: 'a' }));
    await graph.close();
    const reader = await openTestGraph({ file, driver, readOnly: true });
    expect((await reader.recall('Should the job queue use PostgreSQL or SQLite?')).matches).toHaveLength(1);
    expect(await failureOf(reader.remember(deliberationRecord()))).toMatchObject({ fault: 'read-only' });
    await reader.close();
    const database = await openDatabase(file, { driver, migrations: [] }).catch((error: unknown) => error);
    expect(database).toMatchObject({ fault: 'newer' });
  });
});

async function failureOf(work: Promise<unknown>): Promise<StorageError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StorageError)) throw new Error(`expected a StorageError, not ${String(error)}`);
  return error;
}
