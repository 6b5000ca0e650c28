import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noteSessionSeen } from '../../../src/journal/hook.js';
import { type ProcessIdentity, thisProcess } from '../../../src/kernel/process-identity.js';
import { BELIEF, deadProcess, expectValue, journalIn, livingProcess } from '../../support/journal-fixture.js';

const confirm = { status: 'confirmed' as const, result: 'held' };

describe('a session', () => {
  it('ends with its open entries abandoned, everything archived, and nothing of it left', async () => {
    const { journal, folder } = journalIn();
    const sessionId = expectValue(await journal.startSession());
    await journal.create(BELIEF);
    await journal.resolve(confirm);
    for (const goal of ['left open', 'left open too']) await journal.create({ ...BELIEF, goal });
    await journal.incrementToolCount();
    const entries = expectValue(await journal.endSession());
    expect(entries.map(({ outcome }) => outcome)).toMatchObject([
      { status: 'confirmed' },
      { status: 'abandoned', result: 'session ended' },
      { status: 'abandoned', result: 'session ended' },
    ]);
    const date = sessionId.slice(8, 16);
    const archive = readFileSync(join(folder, 'archive', `${date}_${sessionId}.jsonl`), 'utf8');
    expect(
      archive
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(entries);
    expect(readdirSync(folder)).toEqual(['.gitignore', 'archive']);
    expect(await journal.getSessionId()).toBeNull();
    expect(await journal.getSessionEntries()).toEqual([]);
    expect(expectValue(await journal.endSession())).toEqual([]);
  });

  it('archives the entries of the session before when it starts', async () => {
    const { journal, folder } = journalIn();
    const first = expectValue(await journal.startSession());
    await journal.create(BELIEF);
    await journal.resolve(confirm);
    const second = expectValue(await journal.startSession());
    expect(second).not.toBe(first);
    expect(await journal.getSessionId()).toBe(second);
    expect(await journal.getSessionEntries()).toEqual([]);
    expect(readdirSync(join(folder, 'archive'))).toEqual([expect.stringContaining(first)]);
  });

  it('survives a restart of the program, with its entry and its count', async () => {
    const { journal, folder } = journalIn();
    const sessionId = expectValue(await journal.startSession());
    const { entry } = expectValue(await journal.create(BELIEF));
    await journal.incrementToolCount();
    const { journal: restarted } = journalIn({ folder });
    expect(await restarted.getSessionId()).toBe(sessionId);
    expect(await restarted.getCurrent()).toEqual(entry);
    expect(expectValue(await restarted.incrementToolCount())).toBe(2);
    expect(expectValue(await restarted.ensureSession())).toBe(sessionId);
  });

  it('is started by the first change if it has not begun', async () => {
    const { journal } = journalIn();
    const { entry } = expectValue(await journal.create(BELIEF));
    expect(await journal.getSessionId()).toBe(entry.session_id);
  });

  it('continues when Claude Code is resumed in another process', async () => {
    const { journal, folder } = journalIn({ claudeSessionId: 'one', owner: await deadProcess() });
    const { entry } = expectValue(await journal.create(BELIEF));
    const { journal: resumed } = journalIn({ folder, claudeSessionId: 'one' });
    expect(expectValue(await resumed.ensureSession())).toBe(entry.session_id);
    expect(await resumed.getCurrent()).toEqual(entry);
    // From now on it lives as long as the new process does.
    const { journal: other } = journalIn({ folder, claudeSessionId: 'two', owner: await deadProcess() });
    expect(await other.hasOrphanedEntry()).toBe(false);
  });

  it('keeps its files when the process stays and Claude Code gives it another id', async () => {
    const { journal, folder } = journalIn({ claudeSessionId: 'before-clear' });
    const { entry } = expectValue(await journal.create(BELIEF));
    const { journal: later } = journalIn({ folder, claudeSessionId: 'after-clear' });
    expect(expectValue(await later.ensureSession())).toBe(entry.session_id);
    expect(existsSync(join(folder, 'sessions'))).toBe(false);
  });
});

describe('two servers that one program has started', () => {
  const served = (folder: string | undefined, claudeSessionId: string | undefined, server: ProcessIdentity) =>
    journalIn({ ...(folder !== undefined && { folder }), claudeSessionId, server });

  it.each([
    ['with session ids', 'AAA', 'BBB'],
    ['without session ids', undefined, undefined],
  ])('have a session each, %s', async (_what, firstId, secondId) => {
    const other = livingProcess();
    try {
      const { journal: first, folder } = served(undefined, firstId, other.mark);
      const { journal: second } = served(folder, secondId, thisProcess());
      const one = expectValue(await first.create({ ...BELIEF, goal: 'of the first' })).entry;
      expect(await second.getCurrent()).toBeNull();
      const two = expectValue(await second.create({ ...BELIEF, goal: 'of the second' })).entry;
      expect((await second.getOpen()).entries).toEqual([two]);
      expect(await first.getCurrent()).toEqual(one);
      expectValue(await second.endSession());
      expect(await first.getCurrent()).toEqual(one);
    } finally {
      await other.end();
    }
  });

  it('follow their own session through a new one that a hook began after `/clear`', async () => {
    const other = livingProcess();
    try {
      const { journal: first, folder } = served(undefined, 'AAA', thisProcess());
      const { journal: second } = served(folder, 'BBB', other.mark);
      expectValue(await first.create(BELIEF));
      expectValue(await first.endSession());
      const { journal: cleared } = journalIn({ folder, claudeSessionId: 'after-clear' });
      const sessionId = expectValue(await cleared.startSession());
      expect(expectValue(await first.ensureSession())).toBe(sessionId);
      expect(expectValue(await second.ensureSession())).not.toBe(sessionId);
      expect(await first.getSessionId()).toBe(sessionId);
    } finally {
      await other.end();
    }
  });
});

describe('a server that stops', () => {
  it('ends a session that has no hooks, and leaves its open entry as an orphan', async () => {
    const { journal } = journalIn({ claudeSessionId: 'one', server: thisProcess() });
    const { entry } = expectValue(await journal.create(BELIEF));
    expect(expectValue(await journal.leaveSession())).toEqual([]);
    expect(await journal.getSessionId()).toBeNull();
    expect(await journal.getOrphanedEntry()).toEqual(entry);
  });

  it('leaves a session with hooks to them while Claude Code lives, and ends it otherwise', async () => {
    const host = livingProcess();
    const { journal, folder } = journalIn({ claudeSessionId: 'one', owner: host.mark, server: thisProcess() });
    const { entry } = expectValue(await journal.create(BELIEF));
    await noteSessionSeen({ folder, claudeSessionId: 'one' });
    expect(expectValue(await journal.leaveSession())).toEqual([]);
    expect(await journal.getCurrent()).toEqual(entry);
    await host.end();
    expect(expectValue(await journal.leaveSession())).toEqual([]);
    expect(await journal.getSessionId()).toBeNull();
    expect(await journal.getOrphanedEntry()).toEqual(entry);
  });
});

describe('two sessions at the same time', () => {
  it('have an entry each: the second one has its own folder', async () => {
    const other = livingProcess();
    try {
      const { journal: first, folder } = journalIn({ claudeSessionId: 'first' });
      const { journal: second } = journalIn({ folder, claudeSessionId: 'second', owner: other.mark });
      const one = expectValue(await first.create(BELIEF)).entry;
      const two = expectValue(await second.create({ ...BELIEF, goal: 'second' })).entry;
      expect(await first.getCurrent()).toEqual(one);
      expect(await second.getCurrent()).toEqual(two);
      expect(readdirSync(join(folder, 'sessions'))).toEqual([two.session_id]);
      expect(JSON.parse(readFileSync(join(folder, 'sessions', two.session_id, 'current_ghap.json'), 'utf8'))).toEqual(
        two,
      );
      expect(await first.hasOrphanedEntry()).toBe(false);
      expect(await second.hasOrphanedEntry()).toBe(false);
      expect(await first.getActiveEntries()).toEqual([one, two]);

      await second.resolve(confirm);
      expect(await first.getSessionEntries()).toEqual([]);
      await second.endSession();
      expect(readdirSync(join(folder, 'sessions'))).toEqual([]);
      expect(readdirSync(join(folder, 'archive'))).toEqual([expect.stringContaining(two.session_id)]);
      expect(await first.getCurrent()).toEqual(one);
    } finally {
      await other.end();
    }
  });

  it('leave the entry of the one that dies to the other', async () => {
    const other = livingProcess();
    const { journal: first, folder } = journalIn({ claudeSessionId: 'first' });
    await first.startSession();
    const { journal: second } = journalIn({ folder, claudeSessionId: 'second', owner: other.mark });
    await second.create(BELIEF);
    const resolved = expectValue(await second.resolve(confirm)).entry;
    const { entry } = expectValue(await second.create({ ...BELIEF, goal: 'left behind' }));
    await other.end();
    expect(await first.getOrphanedEntry()).toEqual(entry);
    const adopted = expectValue(await first.adoptOrphan());
    expect(adopted).toEqual({ ...entry, session_id: await first.getSessionId() });
    expect(await first.getCurrent()).toEqual(adopted);
    await first.startSession();
    expect(existsSync(join(folder, 'sessions', entry.session_id))).toBe(false);
    expect((await first.getAllResolved()).map(({ id }) => id)).toEqual([resolved.id]);
  });

  it('are not confused by a process that has got the number of a dead one', async () => {
    const { journal: first, folder } = journalIn({ claudeSessionId: 'first' });
    const { entry } = expectValue(await first.create(BELIEF));
    const path = join(folder, '.session_owner');
    const owner = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...owner, started: 'earlier:1' }));
    const other = livingProcess();
    const { journal: second } = journalIn({ folder, claudeSessionId: 'second', owner: other.mark });
    await second.startSession();
    expect((await second.getOrphanedEntry())?.id).toBe(entry.id);
    expect(existsSync(join(folder, 'sessions'))).toBe(false);
    await other.end();
  });

  it('keep their open entries when the clock is set ahead by 120 days', async () => {
    const { journal: first, folder } = journalIn({ claudeSessionId: 'first' });
    const { entry } = expectValue(await first.create(BELIEF));
    const elsewhere = { pid: 1, started: 'x', host: 'elsewhere' };
    const { journal: far } = journalIn({ folder, claudeSessionId: 'far', owner: elsewhere });
    const { entry: farEntry } = expectValue(await far.create(BELIEF));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120 * 24 * 60 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const other = livingProcess();
    const { journal: second } = journalIn({ folder, claudeSessionId: 'second', owner: other.mark });
    await second.startSession();
    expect((await first.getCurrent())?.id).toBe(entry.id);
    // A machine that cannot be asked may be gone: its entry waits to be adopted.
    expect((await second.getOrphanedEntry())?.id).toBe(farEntry.id);
    await other.end();
  });

  it('believe a session of another machine for as long as it gives signs of life', async () => {
    const { journal: first, folder } = journalIn({ owner: { pid: 1, started: 'x', host: 'elsewhere' } });
    await first.create(BELIEF);
    const { journal: second } = journalIn({ folder, claudeSessionId: 'second' });
    expect(await second.hasOrphanedEntry()).toBe(false);
    await second.startSession();
    expect(readdirSync(join(folder, 'sessions'))).toHaveLength(1);
  });
});
