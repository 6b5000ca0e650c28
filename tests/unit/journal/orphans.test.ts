import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BELIEF, deadProcess, expectValue, journalIn } from '../../support/journal-fixture.js';

/** A journal in which the session before died with an unresolved entry. */
async function withOrphan() {
  const { journal: dead, folder } = journalIn({ claudeSessionId: 'dead', owner: await deadProcess() });
  const { entry } = expectValue(await dead.create({ ...BELIEF, goal: 'left behind' }));
  const { journal } = journalIn({ folder, claudeSessionId: 'alive' });
  return { journal, folder, entry };
}

describe('an unresolved entry of a session that is gone', () => {
  it('is an orphan, not the active entry', async () => {
    const { journal, entry } = await withOrphan();
    await journal.ensureSession();
    expect(await journal.hasOrphanedEntry()).toBe(true);
    expect(await journal.getOrphanedEntry()).toEqual(entry);
    expect(await journal.getOrphans()).toEqual([{ entry, sessionId: entry.session_id }]);
    expect(await journal.getCurrent()).toBeNull();
    expect(await journal.update({ note: 'x' })).toMatchObject({ ok: false, error: { kind: 'none_active' } });
  });

  it('is one as well when the same process starts another session', async () => {
    const { journal } = journalIn();
    await journal.startSession();
    expect(await journal.hasOrphanedEntry()).toBe(false);
    const { entry } = expectValue(await journal.create(BELIEF));
    expect(await journal.hasOrphanedEntry()).toBe(false);
    await journal.startSession();
    expect(await journal.getOrphanedEntry()).toEqual(entry);
  });

  it('can be adopted: only its session changes', async () => {
    const { journal, entry } = await withOrphan();
    const sessionId = expectValue(await journal.ensureSession());
    const adopted = expectValue(await journal.adoptOrphan());
    expect(adopted).toEqual({ ...entry, session_id: sessionId });
    expect(await journal.getCurrent()).toEqual(adopted);
    expect(await journal.hasOrphanedEntry()).toBe(false);
    expect(expectValue(await journal.adoptOrphan())).toBeNull();
  });

  it('can be abandoned: it is archived with the session that left it', async () => {
    const { journal, folder, entry } = await withOrphan();
    await journal.ensureSession();
    const text = readFileSync(join(folder, 'current_ghap.json'), 'utf8');
    const abandoned = expectValue(await journal.abandonOrphan('no longer known'));
    expect(abandoned).toMatchObject({ id: entry.id, outcome: { status: 'abandoned', result: 'no longer known' } });
    const archive = join(folder, 'archive', `${entry.session_id.slice(8, 16)}_${entry.session_id}.jsonl`);
    expect(JSON.parse(readFileSync(archive, 'utf8'))).toEqual(abandoned);
    expect(await journal.hasOrphanedEntry()).toBe(false);
    expect(expectValue(await journal.abandonOrphan('again'))).toBeNull();
    // A crash between archiving and clearing leaves the file; the entry is not offered a second time.
    writeFileSync(join(folder, 'current_ghap.json'), text);
    expect(await journal.hasOrphanedEntry()).toBe(false);
  });

  it('does not prevent a new entry and is still found', async () => {
    const { journal, folder, entry } = await withOrphan();
    const created = expectValue(await journal.create(BELIEF));
    expect(created.warnings).toEqual([expect.stringContaining(entry.id)]);
    expect(await journal.getCurrent()).toEqual(created.entry);
    expect(await journal.getOrphanedEntry()).toEqual(entry);
    expect(readdirSync(join(folder, 'open'))).toEqual([`${entry.id}.json`]);
    expect(expectValue(await journal.adoptOrphan())?.id).toBe(entry.id);
    expect((await journal.getOpen()).entries.map(({ id }) => id)).toEqual([created.entry.id, entry.id]);
    expect(await journal.hasOrphanedEntry()).toBe(false);
  });

  it('is named among several by its id, the newest first', async () => {
    const { journal, entry } = await withOrphan();
    const second = expectValue(await journal.create({ ...BELIEF, goal: 'newer' })).entry;
    await journal.startSession();
    expect((await journal.getOrphans()).map((orphan) => orphan.entry.id).sort()).toEqual([entry.id, second.id].sort());
    expect(expectValue(await journal.abandonOrphan('old', entry.id))?.id).toBe(entry.id);
    expect((await journal.getOrphanedEntry())?.id).toBe(second.id);
    expect(expectValue(await journal.adoptOrphan('ghap_unknown'))).toBeNull();
  });

  it('stays one when the session in whose folders it waits ends', async () => {
    const { journal, entry } = await withOrphan();
    await journal.ensureSession();
    expect(expectValue(await journal.endSession())).toEqual([]);
    expect(await journal.getOrphanedEntry()).toEqual(entry);
  });
});
