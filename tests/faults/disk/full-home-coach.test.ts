import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openCoachingData } from '../../../src/coaching/index.js';
import { openWorkbench } from '../../../src/coaching/workspace/workbench.js';
import { createEmptyMachine } from '../../integration/cli-program.js';
import { openPage, type PageSocket } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };
const cursorPosition = { line: 1, column: 1 };
const tried = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', scratchFolder('disk')], {
  encoding: 'utf8',
});
if (tried.status !== 0)
  console.log(`skipped: no small disk can be mounted here (${tried.error?.message ?? tried.stderr.trim()})`);

it.skipIf(tried.status !== 0)(
  'A file is saved while the disk of the data folder is full, the page says what is not stored, and all of it is stored later.',
  { timeout: 60_000 },
  async () => {
    const { page, machine, dataFolder } = await coachOnSmallDisk();
    page.send('session:start', { goal: 'save on a full disk' });
    await page.next('session:started');
    page.send('phase:create', { title: 'Write', description: '' });
    await page.next('coaching:phase_update');
    page.send('phase:update', { phase: 1, status: 'active' });
    await page.next('coaching:phase_update');
    page.send('file:open', { path: 'saved.txt' });
    const { version } = (await page.next('fs:content')).payload;
    await page.settled();

    const filler = path.join(dataFolder, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(64 * 1024 * 1024))).toThrow('ENOSPC');
    const typed = `typed\n${'x'.repeat(20_000)}\n`;
    page.send('buffer:update', { path: 'typed.txt', content: typed, cursorPosition, version: null });
    page.send('file:save', { path: 'saved.txt', content: 'new\n', version });
    expect((await page.next('fs:save_ack')).payload.path).toBe('saved.txt');
    expect(readFileSync(path.join(machine.project, 'saved.txt'), 'utf8')).toBe('new\n');
    expect(await problemAfter(page)).toMatch(
      /^the disk that holds coach\/workbench\.db is full; free some space.* memory/,
    );
    const refusals = (await page.settled()).filter(({ type }) => type.endsWith('error'));
    expect(refusals).toEqual([]);

    rmSync(filler);
    expect(await problemAfter(page)).toBeNull();
    // The disk ends with the program: what a start after a kill would find is looked at in a copy.
    const copy = scratchFolder('copy');
    cpSync(dataFolder, copy, { recursive: true });
    expect(await storedIn(copy)).toEqual({
      unsaved: [['typed.txt', typed]],
      baselines: [['saved.txt', 'old\n']],
      saves: [{ path: 'saved.txt', charCount: 4 }],
    });
  },
);

/** The coach in a mount namespace of its own, where its data folder is a disk of 2 MB. */
async function coachOnSmallDisk() {
  const machine = createEmptyMachine();
  writeFileSync(path.join(machine.project, 'saved.txt'), 'old\n');
  const data = path.join(machine.home, '.local/share/witan/coach');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const mount = 'mount -t tmpfs -o size=2m,mode=0700 tmpfs "$0" && exec "$@"';
  const coach = await startCoach({ machine, through: ['unshare', '-rm', 'sh', '-c', mount, data] });
  const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
  page.send('connection:hello', HELLO);
  await page.next('connection:init');
  return { page, machine, dataFolder: `/proc/${coach.processId}/root${data}` };
}

/** The first status that says something else than "no problem" at the start, or after a problem. */
async function problemAfter(page: PageSocket): Promise<string | null | undefined> {
  for (;;) {
    const { problem } = (await page.next('coach:status')).payload;
    if (problem !== lastProblem) {
      lastProblem = problem;
      return problem;
    }
  }
}

let lastProblem: string | null | undefined = null;

async function storedIn(folder: string) {
  const workbench = await openWorkbench({ folder });
  const data = await openCoachingData({ folder });
  try {
    const unsaved = await workbench.queries.selectFrom('unsaved_buffers').selectAll().execute();
    const baselines = await workbench.queries.selectFrom('phase_baselines').selectAll().execute();
    const saves = await data.database.queries
      .selectFrom('action_log')
      .select('data')
      .where('action_type', '=', 'file_save')
      .execute();
    return {
      unsaved: unsaved.map((row) => [row.path, Buffer.from(row.content).toString()]),
      baselines: baselines.map((row) => [row.path, row.content && Buffer.from(row.content).toString()]),
      saves: saves.map((row) => JSON.parse(row.data ?? '{}')),
    };
  } finally {
    await workbench.close();
    await data.close();
  }
}
