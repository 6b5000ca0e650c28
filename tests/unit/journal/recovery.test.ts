import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BELIEF, expectValue, journalIn, recordingLogger } from '../../support/journal-fixture.js';

const confirm = { status: 'confirmed' as const, result: 'held' };

describe('a damaged journal', () => {
  it.each([
    ['no JSON', '{"id": "ghap_1", '],
    ['another shape', '{"id": "ghap_1"}'],
    [
      'an id that leads out of the journal',
      JSON.stringify({ ...BELIEF, id: 'x', session_id: '../../x', created_at: 'x' }),
    ],
    ['an unknown domain', JSON.stringify({ ...BELIEF, id: 'x', session_id: 'y', created_at: 'z', domain: 'cooking' })],
  ])('moves an active entry with %s aside and continues without one', async (_what, content) => {
    const clock = { now: () => new Date(1_800_000_000_900), elapsed: () => 0 };
    const logger = recordingLogger();
    const { journal, folder } = journalIn({ clock, logger });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'current_ghap.json'), content);
    expect(await journal.getCurrent()).toBeNull();
    expect(readFileSync(join(folder, 'current_ghap.corrupted.1800000000'), 'utf8')).toBe(content);
    expect(logger.events).toContain('error journal.corrupted');
    expect(expectValue(await journal.create(BELIEF)).entry.goal).toBe(BELIEF.goal);
  });

  it('says so when a change meets it, and never overwrites an earlier backup', async () => {
    const clock = { now: () => new Date(1_800_000_000_000), elapsed: () => 0 };
    const { journal, folder } = journalIn({ clock });
    await journal.startSession();
    for (const content of ['first', 'second']) {
      writeFileSync(join(folder, 'current_ghap.json'), content);
      expect(await journal.update({ note: 'x' })).toMatchObject({ ok: false, error: { kind: 'corrupted' } });
      expect(await journal.update({ note: 'x' })).toMatchObject({ ok: false, error: { kind: 'none_active' } });
    }
    const backups = readdirSync(folder).filter((name) => name.includes('corrupted'));
    expect(backups.map((name) => readFileSync(join(folder, name), 'utf8')).sort()).toEqual(['first', 'second']);
  });

  it('begins a new entry next to the backup of a damaged one', async () => {
    const { journal, folder } = journalIn();
    await journal.startSession();
    writeFileSync(join(folder, 'current_ghap.json'), '\u0000\u0000');
    expect(expectValue(await journal.create(BELIEF)).warnings).toEqual([
      expect.stringContaining('current_ghap.corrupted.'),
    ]);
  });

  it('skips damaged lines of the entries and appends after a truncated one', async () => {
    const { journal, folder } = journalIn();
    const entries = join(folder, 'session_entries.jsonl');
    await journal.create(BELIEF);
    const first = expectValue(await journal.resolve(confirm)).entry;
    appendFileSync(entries, 'garbage\n[]\n{"id":"ghap_torn","session_id":"s","goal":"half a li');
    await journal.create(BELIEF);
    const second = expectValue(await journal.resolve(confirm)).entry;
    expect(await journal.getSessionEntries()).toEqual([first, second]);
    await journal.endSession();
    const [archive = ''] = readdirSync(join(folder, 'archive'));
    // They cannot be read, but must not be lost.
    expect(readFileSync(join(folder, 'archive', archive), 'utf8')).toContain('ghap_torn');
  });

  it('reads bytes that are not UTF-8 as U+FFFD', async () => {
    const { journal, folder } = journalIn();
    const { entry } = expectValue(await journal.create(BELIEF));
    const bytes = Buffer.from(JSON.stringify({ ...entry, goal: 'a#b' }));
    bytes[bytes.indexOf('a#b') + 1] = 0xff;
    writeFileSync(join(folder, 'current_ghap.json'), bytes);
    expect((await journal.getCurrent())?.goal).toBe('a\ufffdb');
  });

  it('counts an entry as resolved when a crash kept its file from being removed', async () => {
    const { journal, folder } = journalIn();
    const { entry } = expectValue(await journal.create(BELIEF));
    const text = readFileSync(join(folder, 'current_ghap.json'), 'utf8');
    const resolved = expectValue(await journal.resolve(confirm)).entry;
    writeFileSync(join(folder, 'current_ghap.json'), text);
    expect(await journal.getCurrent()).toBeNull();
    expect(await journal.resolve(confirm)).toMatchObject({ ok: false, error: { kind: 'none_active' } });
    expect(await journal.getSessionEntries()).toEqual([resolved]);
    await journal.startSession();
    expect(await journal.hasOrphanedEntry()).toBe(false);
    expect((await journal.getAllResolved()).map(({ id }) => id)).toEqual([entry.id]);
  });

  it('archives each entry once when a crash kept the entries from being cleared', async () => {
    const { journal, folder } = journalIn();
    await journal.create(BELIEF);
    await journal.resolve(confirm);
    const sessionId = await journal.getSessionId();
    const entries = readFileSync(join(folder, 'session_entries.jsonl'), 'utf8');
    await journal.endSession();
    writeFileSync(join(folder, 'session_entries.jsonl'), entries);
    writeFileSync(join(folder, '.session_id'), `${sessionId}\n`);
    await journal.startSession();
    const archives = readdirSync(join(folder, 'archive'));
    expect(archives).toHaveLength(1);
    expect(readFileSync(join(folder, 'archive', archives[0] ?? ''), 'utf8')).toBe(entries);
  });

  it('writes through no link that a project brings along', async () => {
    const { journal, folder } = journalIn();
    await journal.startSession();
    const outside = join(folder, '..', 'settings-of-a-shell');
    writeFileSync(outside, 'untouched');
    symlinkSync(outside, join(folder, 'session_entries.jsonl'));
    await journal.create(BELIEF);
    expect(await journal.resolve(confirm)).toMatchObject({ ok: false, error: { kind: 'unwritable', code: 'link' } });
    expect(readFileSync(outside, 'utf8')).toBe('untouched');
    await expect(journal.getCurrent()).rejects.toThrow('symbolic link');
  });
});

describe('a folder that cannot be used', () => {
  it('is reported with the cause and the fix', async () => {
    const { folder } = journalIn();
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'a file');
    const { journal } = journalIn({ folder });
    expect(await journal.create(BELIEF)).toMatchObject({
      ok: false,
      error: { kind: 'unwritable', message: expect.stringContaining('move it away') },
    });
    await expect(journal.getCurrent()).rejects.toThrow('not a folder');
  });
});
