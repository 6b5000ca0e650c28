import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { incrementToolCount, noteSessionSeen, openEntries, shouldCheckIn } from '../../../src/journal/hook.js';
import type { ProcessIdentity } from '../../../src/kernel/process-identity.js';
import { BELIEF, deadProcess, expectValue, journalIn, livingProcess } from '../../support/journal-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const opened = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return {
    ...fs,
    openSync: (...given: Parameters<typeof fs.openSync>) => {
      opened.count += 1;
      return fs.openSync(...given);
    },
  };
});
beforeEach(() => {
  opened.count = 0;
});

/** Session folders as a cloned project could bring them. */
function plant(folder: string, names: readonly string[], owner: ProcessIdentity): void {
  for (const name of names) {
    const session = join(folder, 'sessions', name);
    mkdirSync(session, { recursive: true });
    writeFileSync(join(session, '.session_id'), `${name}\n`);
    writeFileSync(
      join(session, '.session_owner'),
      JSON.stringify({ ...owner, session_id: name, claude_session_ids: [name] }),
    );
  }
}

const FOREIGN: ProcessIdentity = { pid: 1, started: 'x', host: 'elsewhere' };
const namesOf = (year: number, count: number) =>
  Array.from({ length: count }, (_, at) => `session_${year}0101_000000_${at.toString(16).padStart(6, '0')}`);
const newFolder = () => join(scratchFolder('many'), '.claude', 'journal');
// Of 600 planted files; folders that are opened to change something in them count too.
const MAX_OPENED = 350;

describe('a hook in a project with hundreds of planted sessions', () => {
  it('opens a bounded number of files for each of its events', async () => {
    const folder = newFolder();
    plant(folder, [...namesOf(2024, 150), ...namesOf(9998, 150)], FOREIGN);
    const folders = { folder, claudeSessionId: 'mine' };
    for (const event of [
      () => noteSessionSeen(folders),
      () => incrementToolCount(folders),
      () => shouldCheckIn(folders),
      () => openEntries(folders),
    ]) {
      opened.count = 0;
      await event();
      expect(opened.count).toBeLessThan(MAX_OPENED);
    }
    expect(await incrementToolCount(folders)).toBe(2);
  });

  it('looks at no other session when the one at the top is its own', async () => {
    const folder = newFolder();
    const folders = { folder, claudeSessionId: 'mine' };
    await noteSessionSeen(folders);
    plant(folder, namesOf(2024, 200), FOREIGN);
    opened.count = 0;
    expect(await openEntries(folders)).toEqual([]);
    expect(opened.count).toBeLessThan(10);
  });

  it('finds a session of today among them, with its entry', async () => {
    const folder = newFolder();
    const { mark, end } = livingProcess();
    const first = journalIn({ folder, owner: mark }).journal;
    await first.startSession();
    const { journal } = journalIn({ folder, claudeSessionId: 'second' });
    await journal.startSession();
    expectValue(await journal.create(BELIEF));
    plant(folder, [...namesOf(2024, 150), ...namesOf(9998, 150)], FOREIGN);
    expect(await openEntries({ folder, claudeSessionId: 'second' })).toMatchObject([{ goal: BELIEF.goal }]);
    await end();
  });

  it('does not slow down a server or a command: they look at the 200 newest', async () => {
    const folder = newFolder();
    plant(folder, namesOf(2024, 1_500), FOREIGN);
    const { journal } = journalIn({ folder, claudeSessionId: 'mine' });
    for (const work of [() => journal.startSession(), () => journal.create(BELIEF), () => journal.getCurrent()]) {
      opened.count = 0;
      await work();
      expect(opened.count).toBeLessThan(1_500);
    }
  });

  it('closes a few dead ones, and the next server closes the rest', async () => {
    const folder = newFolder();
    plant(folder, namesOf(2024, 100), await deadProcess());
    await noteSessionSeen({ folder, claudeSessionId: 'mine' });
    expect(readdirSync(join(folder, 'sessions')).length).toBeGreaterThan(80);
    await journalIn({ folder }).journal.startSession();
    expect(readdirSync(join(folder, 'sessions')).filter((name) => name.startsWith('session_2024'))).toEqual([]);
  });
});
