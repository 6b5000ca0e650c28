import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Journal } from '../../../src/journal/index.js';
import { BELIEF, expectValue, journalIn } from '../../support/journal-fixture.js';

async function resolveOne(journal: Journal): Promise<string> {
  await journal.create(BELIEF);
  return expectValue(await journal.resolve({ status: 'confirmed', result: 'held' })).entry.id;
}
const pending = async (journal: Journal) => (await journal.unsavedEntries('store')).map(({ id }) => id).sort();

it('finds every resolved entry until it is marked, wherever it has moved since', async () => {
  const { journal, folder } = journalIn();
  const first = await resolveOne(journal);
  const second = await resolveOne(journal);
  expect(await pending(journal)).toEqual([first, second].sort());
  expectValue(await journal.markSaved('store', [first]));
  await journal.endSession();
  const { journal: next } = journalIn({ folder });
  expect(await pending(next)).toEqual([second]);
  const third = await resolveOne(next);
  expect(await pending(next)).toEqual([second, third].sort());
  expectValue(await next.markSaved('store', [second, third]));
  expect(await pending(next)).toEqual([]);
});

it('offers an abandoned entry as well', async () => {
  const { journal } = journalIn();
  const { entry } = expectValue(await journal.create(BELIEF));
  expectValue(await journal.abandon('another way was found'));
  expect(await pending(journal)).toEqual([entry.id]);
});

it('remembers archives that are stored as a whole, and reads one again that has grown', async () => {
  const { journal, folder } = journalIn();
  const id = await resolveOne(journal);
  const { entry: orphan } = expectValue(await journal.create(BELIEF));
  await journal.startSession();
  expectValue(await journal.markSaved('store', [id]));
  expect(await pending(journal)).toEqual([]);
  expectValue(await journal.noteSavedArchives('store'));
  const ledger = () => readFileSync(join(folder, 'persisted.jsonl'), 'utf8');
  expect(ledger()).toContain('"archive"');
  const before = ledger();
  expect(await pending(journal)).toEqual([]);
  expectValue(await journal.noteSavedArchives('store'));
  expect(ledger()).toBe(before);
  await journal.abandonOrphan('left');
  expect(await pending(journal)).toEqual([orphan.id]);
});

it('offers everything to a store that has come in the folders of another', async () => {
  const { journal } = journalIn();
  const id = await resolveOne(journal);
  await journal.startSession();
  expectValue(await journal.markSaved('store', [id]));
  expectValue(await journal.noteSavedArchives('store'));
  expect(await pending(journal)).toEqual([]);
  expect((await journal.unsavedEntries('another')).map((entry) => entry.id)).toEqual([id]);
  expect((await journal.unsavedEntries()).map((entry) => entry.id)).toEqual([id]);
});

it('writes nothing when it is asked what is pending', async () => {
  const { journal, folder } = journalIn();
  await resolveOne(journal);
  await journal.startSession();
  await pending(journal);
  expect(existsSync(join(folder, 'persisted.jsonl'))).toBe(false);
});

it('offers an entry once more when the line about it was torn', async () => {
  const { journal, folder } = journalIn();
  const id = await resolveOne(journal);
  appendFileSync(join(folder, 'persisted.jsonl'), `{"id":"${id.slice(0, -2)}`);
  expect(await pending(journal)).toEqual([id]);
  expectValue(await journal.markSaved('store', [id]));
  expect(await pending(journal)).toEqual([]);
});

it('deletes what a crash has left of an entry: a torn line, the backup of a file that could not be read', async () => {
  const { journal, folder } = journalIn();
  const { entry } = expectValue(await journal.create({ ...BELIEF, goal: 'ZEBRAQUARTZ' }));
  const text = readFileSync(join(folder, 'current_ghap.json'), 'utf8');
  writeFileSync(join(folder, 'current_ghap.json'), text.slice(0, -20));
  expect(await journal.getCurrent()).toBeNull();
  await resolveOne(journal);
  appendFileSync(join(folder, 'session_entries.jsonl'), `{"id":"${entry.id}","goal":"ZEBRAQUARTZ","hyp\n`);
  expect(expectValue(await journal.deleteEntry(entry.id))).toBe(true);
  for (const name of readdirSync(folder).filter((each) => each !== 'archive')) {
    expect(readFileSync(join(folder, name), 'utf8'), name).not.toContain('ZEBRAQUARTZ');
  }
  expect(await journal.getAllResolved()).toHaveLength(1);
});

it('deletes an entry from every file and leaves the others', async () => {
  const { journal, folder } = journalIn();
  const archived = await resolveOne(journal);
  const kept = await resolveOne(journal);
  await journal.startSession();
  const { entry: active } = expectValue(await journal.create(BELIEF));
  for (const id of [archived, active.id]) expect(expectValue(await journal.deleteEntry(id))).toBe(true);
  expect(expectValue(await journal.deleteEntry(archived))).toBe(false);
  expect((await journal.getAllResolved()).map(({ id }) => id)).toEqual([kept]);
  expect(await journal.getCurrent()).toBeNull();
  const [archive = ''] = readdirSync(join(folder, 'archive'));
  expect(readFileSync(join(folder, 'archive', archive), 'utf8')).not.toContain(archived);
});
