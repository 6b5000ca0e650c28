import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orphans } from '../../../src/journal/hook.js';
import { claimSessions, type Journal } from '../../../src/journal/index.js';
import { BELIEF, deadProcess, expectValue, journalIn } from '../../support/journal-fixture.js';
import { projectMemory } from '../../support/project-memory.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const resolve = async (journal: Journal) => {
  expectValue(await journal.create(BELIEF));
  return expectValue(await journal.resolve({ status: 'confirmed', result: 'held' })).entry.id;
};
const unsaved = async (journal: Journal) => (await journal.unsavedEntries('store')).map(({ id }) => id);
const newMemory = () => projectMemory(scratchFolder('project'));

/** One resolved entry and one that was left open, written by another user. */
async function clonedJournal() {
  const { journal, folder } = journalIn({ owner: await deadProcess(), memory: newMemory() });
  const resolved = await resolve(journal);
  const open = expectValue(await journal.create(BELIEF)).entry.id;
  return { folder, resolved, open };
}

describe('a journal that came with a project', () => {
  it('Its entries are only counted, and not offered for learning or adoption.', async () => {
    const { folder, open } = await clonedJournal();
    const { journal } = journalIn({ folder, memory: newMemory() });
    expectValue(await journal.ensureSession());
    expect(await unsaved(journal)).toEqual([]);
    expect(await journal.getOrphans()).toEqual([]);
    expect(await journal.hasOrphanedEntry()).toBe(false);
    expect(await journal.getOrphanedEntry()).toBeNull();
    expect(expectValue(await journal.adoptOrphan(open))).toBeNull();
    expect(expectValue(await journal.abandonOrphan('no', open))).toBeNull();
    expect(await journal.foreignEntries()).toEqual({ resolved: 1, open: 1 });
  });

  it("One's own entries in it are learned from, also by the next process.", async () => {
    const { folder } = await clonedJournal();
    const memory = newMemory();
    const first = journalIn({ folder, owner: await deadProcess(), claudeSessionId: 'mine', memory });
    const own = await resolve(first.journal);
    expect(await unsaved(first.journal)).toEqual([own]);
    const left = expectValue(await first.journal.create(BELIEF)).entry.id;
    const { journal } = journalIn({ folder, memory });
    expectValue(await journal.ensureSession());
    expect(await unsaved(journal)).toEqual([own]);
    expect((await journal.getOrphans()).map(({ entry }) => entry.id)).toEqual([left]);
    const dataFolder = memory.make();
    expect((await orphans({ folder, dataFolder })).map(({ id }) => id)).toEqual([left]);
  });

  it('A hook shows no orphan of a session that was begun elsewhere.', async () => {
    const { folder } = await clonedJournal();
    expect(await orphans({ folder, dataFolder: newMemory().make() })).toEqual([]);
    expect(await orphans({ folder })).toEqual([]);
  });

  it('A list of sessions in the project has no effect.', async () => {
    const { folder } = await clonedJournal();
    for (const name of ['sessions.txt', '.journal_id']) writeFileSync(join(folder, name), 'planted');
    const { journal } = journalIn({ folder, memory: newMemory() });
    expect(await unsaved(journal)).toEqual([]);
  });
});

describe('a journal of an earlier version', () => {
  it('Its sessions count as own once they were claimed.', async () => {
    const { folder, resolved, open } = await clonedJournal();
    const memory = newMemory();
    await claimSessions(folder, memory);
    const { journal } = journalIn({ folder, memory });
    expectValue(await journal.ensureSession());
    expect(await unsaved(journal)).toEqual([resolved]);
    expect((await journal.getOrphans()).map(({ entry }) => entry.id)).toEqual([open]);
  });
});
