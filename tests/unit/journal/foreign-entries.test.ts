import { cpSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orphans } from '../../../src/journal/hook.js';
import { claimJournal, type Journal } from '../../../src/journal/index.js';
import { BELIEF, deadProcess, expectValue, journalIn } from '../../support/journal-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const unknown = { isKnownProject: async () => false };
const resolve = async (journal: Journal) => {
  expectValue(await journal.create(BELIEF));
  return expectValue(await journal.resolve({ status: 'confirmed', result: 'held' })).entry.id;
};
const unsaved = async (journal: Journal) => (await journal.unsavedEntries('store')).map(({ id }) => id);

/** One resolved entry and one that was left open, written by another user. */
async function clonedJournal() {
  const owner = await deadProcess();
  const { journal, folder } = journalIn({ owner });
  const resolved = await resolve(journal);
  const open = expectValue(await journal.create(BELIEF)).entry.id;
  return { folder, resolved, open };
}

describe('a journal that came with a project', () => {
  it('is only counted, and not offered for learning or adoption', async () => {
    const { folder, open } = await clonedJournal();
    const { journal } = journalIn({ folder, ...unknown });
    expectValue(await journal.ensureSession());
    expect(await unsaved(journal)).toEqual([]);
    expect(await journal.getOrphans()).toEqual([]);
    expect(await journal.hasOrphanedEntry()).toBe(false);
    expect(await journal.getOrphanedEntry()).toBeNull();
    expect(expectValue(await journal.adoptOrphan(open))).toBeNull();
    expect(expectValue(await journal.abandonOrphan('no', open))).toBeNull();
    expect(await journal.foreignEntries()).toEqual({ resolved: 1, open: 1 });
  });

  it('is used as soon as the user agrees, also by a program that runs', async () => {
    const { folder, resolved, open } = await clonedJournal();
    const { journal } = journalIn({ folder, ...unknown });
    expectValue(await journal.ensureSession());
    expect(claimJournal(folder)).toBe(true);
    expect(await unsaved(journal)).toEqual([resolved]);
    expect((await journal.getOrphans()).map(({ entry }) => entry.id)).toEqual([open]);
    expect(await journal.foreignEntries()).toBeUndefined();
  });

  it('takes own entries, which are learned from at once', async () => {
    const { folder } = await clonedJournal();
    const { journal } = journalIn({ folder, claudeSessionId: 'mine', ...unknown });
    const own = await resolve(journal);
    expect(await unsaved(journal)).toEqual([own]);
    expect(await journal.foreignEntries()).toEqual({ resolved: 1, open: 1 });
  });

  it('takes own entries, which the next process still knows', async () => {
    const { folder, open } = await clonedJournal();
    const { journal } = journalIn({ folder, owner: await deadProcess(), claudeSessionId: 'mine', ...unknown });
    const own = await resolve(journal);
    const left = expectValue(await journal.create(BELIEF)).entry.id;
    const { journal: next } = journalIn({ folder, claudeSessionId: 'next', ...unknown });
    expectValue(await next.startSession());
    expect(await unsaved(next)).toEqual([own]);
    expect((await next.getOrphans()).map(({ entry }) => entry.id)).toEqual([left]);
    expect(await orphans({ folder })).toMatchObject({ entries: [{ id: left }], hidden: 1 });
    expect(await next.foreignEntries()).toEqual({ resolved: 1, open: 1 });
    expect(expectValue(await next.adoptOrphan(open))).toBeNull();
    expect(expectValue(await next.adoptOrphan())).toMatchObject({ id: left });
  });

  it('is not called foreign by a hook before a server has looked at it', async () => {
    const { folder } = await clonedJournal();
    expect(await orphans({ folder })).toEqual({ entries: [], hidden: 0 });
    expectValue(await journalIn({ folder, ...unknown }).journal.ensureSession());
    expect(await orphans({ folder })).toEqual({ entries: [], hidden: 1 });
  });

  it('is counted without reading its archives again, until one of them changes', async () => {
    const { folder } = await clonedJournal();
    const { journal } = journalIn({ folder, ...unknown });
    expectValue(await journal.ensureSession());
    const [archive = ''] = readdirSync(join(folder, 'archive'));
    const path = join(folder, 'archive', archive);
    utimesSync(path, 1, 1);
    expect(await journal.foreignEntries()).toEqual({ resolved: 1, open: 1 });
    writeFileSync(path, readFileSync(path, 'utf8').replace(/[^\n]/g, 'x'));
    utimesSync(path, 1, 1);
    expect(await journal.foreignEntries()).toEqual({ resolved: 1, open: 1 });
    writeFileSync(path, 'changed\n');
    expect(await journal.foreignEntries()).toEqual({ resolved: 0, open: 1 });
  });

  it('stays foreign when the project gets a known database later', async () => {
    const { folder } = await clonedJournal();
    expectValue(await journalIn({ folder, ...unknown }).journal.ensureSession());
    const { journal } = journalIn({ folder, isKnownProject: async () => true });
    expect(await journal.foreignEntries()).toEqual({ resolved: 1, open: 1 });
  });

  it('is foreign in the path of an own journal that was there before', async () => {
    const { journal, folder } = journalIn(unknown);
    await resolve(journal);
    rmSync(folder, { recursive: true });
    cpSync((await clonedJournal()).folder, folder, { recursive: true });
    expect(await journalIn({ folder, ...unknown }).journal.foreignEntries()).toEqual({ resolved: 1, open: 1 });
  });
});

describe('an own journal', () => {
  it('is one that began here, in a new folder or one without entries', async () => {
    const { journal, folder } = journalIn(unknown);
    expect(await journal.foreignEntries()).toBeUndefined();
    const id = await resolve(journal);
    const { journal: next } = journalIn({ folder, ...unknown });
    expect(await unsaved(next)).toEqual([id]);
    rmSync(folder, { recursive: true });
    expect(await unsaved(journalIn({ folder, ...unknown }).journal)).toEqual([]);
  });

  it('is one of an earlier version in a project whose experiences are known', async () => {
    const { folder, resolved } = await clonedJournal();
    const { journal } = journalIn({ folder, isKnownProject: async () => true });
    expect(await unsaved(journal)).toEqual([resolved]);
    expectValue(await journal.ensureSession());
    expect(await unsaved(journalIn({ folder, ...unknown }).journal)).toEqual([resolved]);
  });

  it('is not its copy in another path', async () => {
    const { journal, folder } = journalIn(unknown);
    await resolve(journal);
    const copy = join(scratchFolder('journal'), 'journal');
    cpSync(folder, copy, { recursive: true });
    expect(await journalIn({ folder: copy, ...unknown }).journal.foreignEntries()).toEqual({ resolved: 1, open: 0 });
  });

  it('is not made by looking at it', async () => {
    const parent = scratchFolder('journal');
    const { journal } = journalIn({ folder: join(parent, 'journal'), ...unknown });
    expect([await journal.getOrphans(), await unsaved(journal), await journal.foreignEntries()]).toEqual([
      [],
      [],
      undefined,
    ]);
    expect(readdirSync(parent)).toEqual([]);
  });
});
