import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endSession, noteSessionSeen, openEntries } from '../../../src/journal/hook.js';
import type { Journal } from '../../../src/journal/index.js';
import { BELIEF, deadProcess, expectValue, journalIn, livingProcess } from '../../support/journal-fixture.js';

const confirm = { status: 'confirmed' as const, result: 'held' };
const current = (folder: string) => join(folder, 'current_ghap.json');
const idIn = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as { id: string }).id;
const openIds = async (journal: Journal) => (await journal.getOpen()).entries.map(({ id }) => id);

async function open(journal: Journal, ...goals: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const goal of goals) ids.push(expectValue(await journal.create({ ...BELIEF, goal })).entry.id);
  return ids;
}

describe('several open entries', () => {
  it('are kept: the newest in current_ghap.json, the others in open/', async () => {
    const { journal, folder } = journalIn();
    const [first, second, third] = await open(journal, 'one', 'two', 'three');
    expect(await openIds(journal)).toEqual([third, second, first]);
    expect((await journal.getCurrent())?.id).toBe(third);
    expect(idIn(current(folder))).toBe(third);
    expect(readdirSync(join(folder, 'open')).sort()).toEqual([`${first}.json`, `${second}.json`].sort());
    expect(await journal.getSessionEntries()).toEqual([]);
  });

  it('are changed by their id, and the next newest becomes the current one', async () => {
    const { journal, folder } = journalIn();
    const [first = '', second, third = ''] = await open(journal, 'one', 'two', 'three');
    expect(expectValue(await journal.update({ note: 'seen' }, first)).entry).toMatchObject({
      id: first,
      notes: ['seen'],
    });
    expect(expectValue(await journal.resolve(confirm, third)).entry.id).toBe(third);
    expect(idIn(current(folder))).toBe(second);
    expect(expectValue(await journal.abandon('not needed', first)).entry.id).toBe(first);
    expect(await openIds(journal)).toEqual([second]);
    expect(expectValue(await journal.resolve(confirm)).entry.id).toBe(second);
    expect(existsSync(current(folder))).toBe(false);
  });

  it('are listed with their goals when a change names none of them', async () => {
    const { journal } = journalIn();
    const [first, second] = await open(journal, 'Stop the leak', `A goal\nof ${'many '.repeat(40)}words`);
    for (const refused of [
      await journal.update({ note: 'x' }),
      await journal.resolve(confirm),
      await journal.abandon('x'),
    ]) {
      const { error } = refused as unknown as { error: { kind: string; message: string } };
      expect(error.kind).toBe('several_open');
      expect(error.message).toContain(`${first} (Stop the leak)`);
      expect(error.message).toMatch(new RegExp(`${second} \\(A goal of many .*…\\)`));
      expect(error.message).not.toContain('\n');
    }
    expect(await openIds(journal)).toHaveLength(2);
  });

  it('do not include an id that is resolved, unknown or of another session', async () => {
    const { journal } = journalIn();
    const [first = '', second] = await open(journal, 'one', 'two');
    expectValue(await journal.resolve(confirm, first));
    for (const id of [first, 'ghap_unknown']) {
      expect(await journal.update({ note: 'x' }, id)).toMatchObject({
        error: { kind: 'not_open', message: expect.stringContaining(String(second)) },
      });
    }
  });

  it('are at most 20, and the refusal names them', async () => {
    const { journal } = journalIn();
    const ids = await open(journal, ...Array.from({ length: 20 }, (_, index) => `goal ${index}`));
    const refused = await journal.create(BELIEF);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'too_many_open' } });
    expect(JSON.stringify(refused)).toContain(ids[0]);
    expect(await openIds(journal)).toHaveLength(20);
  });

  it('are for their owner only, and so is everything else in the journal, also what an earlier version made', async () => {
    const { journal, folder } = journalIn();
    await open(journal, 'one', 'two');
    const finish = async () => {
      await journal.resolve(confirm, String((await openIds(journal))[0]));
      await journal.incrementToolCount(`toolu_${Math.random()}`);
      await journal.markSaved('store', ['ghap_1']);
    };
    await finish();
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== '.gitignore');
    for (const name of names) chmodSync(join(folder, name), statSync(join(folder, name)).isDirectory() ? 0o755 : 0o644);
    chmodSync(folder, 0o755);
    await open(journal, 'three');
    await journal.update({ note: 'changed' }, (await openIds(journal)).at(-1));
    await finish();
    const modes = [
      '',
      '.tool_count',
      '.counted_calls',
      'current_ghap.json',
      'session_entries.jsonl',
      'persisted.jsonl',
    ];
    expect(modes.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, ...Array(5).fill(0o600)]);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('stay apart if they belong to two sessions at the same time, in folders for their owner only', async () => {
    const other = livingProcess();
    try {
      const { journal: first, folder } = journalIn({ claudeSessionId: 'first' });
      const { journal: second } = journalIn({ folder, claudeSessionId: 'second', owner: other.mark });
      const mine = await open(first, 'one', 'two');
      const theirs = await open(second, 'three', 'four');
      expect(await openIds(first)).toEqual(mine.toReversed());
      expect(await openIds(second)).toEqual(theirs.toReversed());
      expect((await first.getActiveEntries()).map(({ id }) => id)).toEqual([
        ...mine.toReversed(),
        ...theirs.toReversed(),
      ]);
      expect(await first.hasOrphanedEntry()).toBe(false);
      const [name = ''] = readdirSync(join(folder, 'sessions'));
      const folders = [folder, join(folder, 'sessions'), join(folder, 'sessions', name)];
      expect(folders.map((own) => statSync(own).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    } finally {
      await other.end();
    }
  });
});

describe('a crash between two steps', () => {
  it('during a start leaves the earlier entry open, and the next change puts it back', async () => {
    const { journal, folder } = journalIn();
    const [first = ''] = await open(journal, 'one');
    mkdirSync(join(folder, 'open'));
    renameSync(current(folder), join(folder, 'open', `${first}.json`));
    expect(await openIds(journal)).toEqual([first]);
    expectValue(await journal.update({ note: 'still here' }));
    expect(idIn(current(folder))).toBe(first);
  });

  it('during a resolution neither opens the entry again nor hides the others', async () => {
    const { journal, folder } = journalIn();
    const [first = '', second = ''] = await open(journal, 'one', 'two');
    const [newest, older] = [current(folder), join(folder, 'open', `${first}.json`)];
    const texts = [readFileSync(newest, 'utf8'), readFileSync(older, 'utf8')] as const;
    expectValue(await journal.resolve(confirm, second));
    writeFileSync(newest, texts[0]);
    writeFileSync(older, texts[1]);
    expect(await openIds(journal)).toEqual([first]);
    expect(expectValue(await journal.resolve(confirm)).entry.id).toBe(first);
    expect(await openIds(journal)).toEqual([]);
    expectValue(await journal.endSession());
    expect(readdirSync(folder)).toEqual(['.gitignore', 'archive']);
  });
});

describe('a file in open/ that cannot be read', () => {
  it('is kept aside and takes no other entry with it', async () => {
    const { journal, folder } = journalIn();
    const [first = '', second] = await open(journal, 'one', 'two');
    writeFileSync(join(folder, 'open', `${first}.json`), '{"id": ');
    const { entries, backup } = await journal.getOpen();
    expect(entries.map(({ id }) => id)).toEqual([second]);
    expect(readFileSync(join(folder, String(backup)), 'utf8')).toBe('{"id": ');
    expect(expectValue(await journal.resolve(confirm)).entry.id).toBe(second);
  });
});

describe('open entries of a session that has ended', () => {
  it('are orphans after its end was reported by a hook, and can be adopted one by one', async () => {
    const { journal, folder } = journalIn({ claudeSessionId: 'one' });
    const [first = '', second = ''] = await open(journal, 'one', 'two');
    expectValue(await journal.create(BELIEF));
    expectValue(await journal.resolve(confirm, String((await openIds(journal))[0])));
    expect(await endSession({ folder, claudeSessionId: 'one' })).toBe(1);
    expect(await journal.getAllResolved()).toHaveLength(1);
    const { journal: next } = journalIn({ folder, claudeSessionId: 'two' });
    const sessionId = expectValue(await next.ensureSession());
    expect((await next.getOrphans()).map(({ entry }) => entry.id)).toEqual([second, first]);
    expect(expectValue(await next.adoptOrphan(first))).toMatchObject({ id: first, session_id: sessionId });
    expect(idIn(current(folder))).toBe(first);
    expect(expectValue(await next.adoptOrphan())?.id).toBe(second);
    expect(await openIds(next)).toEqual([second, first]);
    expect(idIn(current(folder))).toBe(second);
  });

  it('are its own again when Claude Code resumes it under the same id', async () => {
    const { journal, folder } = journalIn({ claudeSessionId: 'one' });
    const ids = await open(journal, 'one', 'two');
    await noteSessionSeen({ folder, claudeSessionId: 'one' });
    await endSession({ folder, claudeSessionId: 'one' });
    const { journal: other } = journalIn({ folder, claudeSessionId: 'two' });
    expect(await other.getOrphans()).toHaveLength(2);
    expect(await other.getSessionId()).toBeNull();
    await noteSessionSeen({ folder, claudeSessionId: 'one' });
    expect((await openEntries({ folder, claudeSessionId: 'one' })).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await openIds(journal)).toEqual(ids.toReversed());
    expect(await journal.hasOrphanedEntry()).toBe(false);
  });

  it('are orphans of the session that follows in the same process, after /clear', async () => {
    const { journal, folder } = journalIn({ claudeSessionId: 'before' });
    const ids = await open(journal, 'one');
    await noteSessionSeen({ folder, claudeSessionId: 'before' });
    await endSession({ folder, claudeSessionId: 'before' });
    const after = await noteSessionSeen({ folder, claudeSessionId: 'after' });
    const { journal: later } = journalIn({ folder, claudeSessionId: 'after' });
    expect(expectValue(await later.ensureSession())).toBe(after);
    expect(await openIds(later)).toEqual([]);
    expect((await later.getOrphans()).map(({ entry }) => entry.id)).toEqual(ids);
  });

  it('are orphans in the folder of a second session, which is removed with the last of them', async () => {
    const other = livingProcess();
    const { journal, folder } = journalIn({ claudeSessionId: 'first' });
    await journal.startSession();
    const { journal: second } = journalIn({ folder, claudeSessionId: 'second', owner: other.mark });
    const ids = await open(second, 'one', 'two');
    await other.end();
    expect(expectValue(await journal.adoptOrphan(ids[0]))?.id).toBe(ids[0]);
    expect(readdirSync(join(folder, 'sessions'))).toHaveLength(1);
    expect(expectValue(await journal.abandonOrphan('not needed', ids[1]))?.id).toBe(ids[1]);
    expect(readdirSync(join(folder, 'sessions'))).toEqual([]);
    expect(await openIds(journal)).toEqual([ids[0]]);
  });

  it('wait to be adopted up to 50; older ones are abandoned when a session starts', async () => {
    const { journal: gone, folder } = journalIn({ claudeSessionId: 'gone', owner: await deadProcess() });
    const [id = ''] = await open(gone, 'the oldest');
    const entry = JSON.parse(readFileSync(current(folder), 'utf8')) as Record<string, unknown>;
    mkdirSync(join(folder, 'open'));
    for (let count = 10; count < 60; count++) {
      const later = { ...entry, id: `ghap_later_${count}`, opened_at: '2999-01-01T00:00:00.000Z' };
      writeFileSync(join(folder, 'open', `ghap_later_${count}.json`), JSON.stringify(later));
    }
    const { journal } = journalIn({ folder, claudeSessionId: 'next' });
    expectValue(await journal.ensureSession());
    expect(await journal.getOrphans()).toHaveLength(50);
    expect(await journal.getAllResolved()).toMatchObject([{ id, outcome: { status: 'abandoned' } }]);
  });

  it('are deleted from open/ like any other', async () => {
    const { journal, folder } = journalIn();
    const [first = '', second = ''] = await open(journal, 'one', 'two');
    expect(expectValue(await journal.deleteEntry(second))).toBe(true);
    expect(idIn(current(folder))).toBe(first);
    expect(expectValue(await journal.deleteEntry(first))).toBe(true);
    expect(await openIds(journal)).toEqual([]);
  });
});
