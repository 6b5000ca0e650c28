import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import type { Shell } from '../../../../src/cli/shell.js';
import { makeStateFolder, removeState, stateFile, writeState } from '../../../../src/http/server-state.js';
import type { Clock } from '../../../../src/kernel/clock.js';
import { randomSecret } from '../../../../src/kernel/key-proof.js';
import { thisProcess } from '../../../../src/kernel/process-identity.js';
import { stateFolder } from '../../../../src/kernel/state-folder.js';
import type { Program } from '../../../../src/program/program.js';
import { movableClock } from '../../../support/coaching-fixture.js';
import { filesWith, markedData } from '../../../support/own-data-fixture.js';
import { testProgram } from '../../../support/test-program.js';
import { testShell } from '../test-shell.js';

const [FIRST, SECOND] = ['planted-first-text', 'planted-second-text'];

/** The commands on real data. */
async function fixture(changes: Partial<Shell> = {}, clock?: Clock, programChanges: Partial<Program> = {}) {
  const marked = await markedData([FIRST, SECOND]);
  const openProgram = () => testProgram({ openOwnData: () => marked.open(clock), ...programChanges });
  const shell = testShell({ openProgram, ...changes });
  return { ...marked, shell, run: (...args: string[]) => runCommandLine(['coach', ...args], shell) };
}

describe('witan coach stats', () => {
  it('shows work, skills, gaps, sessions and cost', async () => {
    const { run, shell, ids } = await fixture();
    expect(await run('stats', '--period', '7d')).toBe(0);
    const text = shell.stdout.text();
    for (const part of ['the last 7 days', 'Cost', 'novice', `topic ${FIRST}`, `title ${SECOND}`]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(ids[0]?.slice(0, 8));
  });

  it('says how many calls have an unknown price', async () => {
    const { run, shell } = await fixture({}, movableClock());
    await run('stats');
    expect(shell.stdout.text()).toContain('today $0 of $2.00, and 2 calls of unknown price');
  });

  it('prints the same as JSON', async () => {
    const { run, shell } = await fixture();
    await run('stats', '--json');
    expect(JSON.parse(shell.stdout.text())).toMatchObject({
      stats: { period: 'all', sessionsCompleted: 0, hintsUsed: 2, knowledgeGapsIdentified: 2 },
      memories: 2,
      sessions: [{ issueTitle: expect.stringContaining('title') }, {}],
    });
  });

  it('says where it looked if there is nothing', async () => {
    const shell = testShell();
    expect(await runCommandLine(['coach', 'stats'], shell)).not.toBe(0);
    expect(shell.stderr.text()).toContain('there is no data of the coach');
  });
});

describe('witan coach export', () => {
  it('writes one JSON value', async () => {
    const { run, shell } = await fixture();
    expect(await run('export')).toBe(0);
    expect(JSON.parse(shell.stdout.text())).toMatchObject({ format: 'witan-coach', memories: [{}, {}] });
  });

  it('writes to a file', async () => {
    const written: string[] = [];
    const { run, shell } = await fixture({
      writeFileAtomically: async (file, text) => {
        for await (const part of text) written.push(part);
        written.unshift(path.basename(file));
      },
    });
    expect(await run('export', '--output', 'coach.json')).toBe(0);
    expect(written.shift()).toBe('coach.json');
    expect(written.join('')).toContain(`memory ${FIRST}`);
    expect(shell.stdout.text()).toMatch(/^Written: .*coach\.json\n$/);
  });
});

describe('witan coach delete', () => {
  it('asks, and deletes the session whose id begins so', async () => {
    const asked: string[] = [];
    const { run, folder, ids, shell } = await fixture({
      ask: async (question) => {
        asked.push(question);
        return 'y';
      },
    });
    expect(await run('delete', '--session', ids[0]?.slice(0, 13) ?? '')).toBe(0);
    expect(asked).toEqual([expect.stringContaining(`title ${FIRST}`)]);
    expect(shell.stdout.text()).toContain('1 session and 1 memory deleted.');
    expect(filesWith(folder, FIRST)).toEqual([]);
    expect(filesWith(folder, SECOND)).not.toEqual([]);
  });

  it('deletes everything without asking with --yes', async () => {
    const { run, folder, shell } = await fixture();
    expect(await run('delete', '--all', '--yes', '--json')).toBe(0);
    const deleted = { sessions: 2, memories: 2, isErased: true };
    expect(JSON.parse(shell.stdout.text())).toEqual({ deleted, chroma: false });
    expect([...filesWith(folder, FIRST), ...filesWith(folder, SECOND)]).toEqual([]);
  });

  it('deletes nothing after a no', async () => {
    const { run, folder } = await fixture({ ask: async () => 'n' });
    expect(await run('delete', '--all')).toBe(1);
    expect(filesWith(folder, FIRST)).toHaveLength(3);
  });

  it('is refused while a coach runs', async () => {
    const { run, shell, folder } = await fixture();
    const states = stateFolder(homedir(), process.env);
    makeStateFolder(states);
    const server = { process: thisProcess(), url: 'http://127.0.0.1:1', projectFolder: '/projects/shop' };
    const file = stateFile(states, 'coach', '/projects/shop');
    await writeState(file, { key: randomSecret(), server });
    onTestFinished(() => removeState(file));
    expect(await run('delete', '--all', '--yes')).not.toBe(0);
    expect(shell.stderr.text()).toContain('a coach runs for /projects/shop; end it with Ctrl-C first');
    expect(filesWith(folder, FIRST)).toHaveLength(3);
  });

  it.each([
    [['delete', '--yes'], 'either --session <id> or --all'],
    [['delete', '--all', '--session', 'x', '--yes'], 'either --session <id> or --all'],
    [['delete', '--session', 'nothing', '--yes'], 'is the id of no session'],
    [['delete', '--session', '', '--yes'], 'several ids'],
  ])('says what is wrong with %j', async (args, problem) => {
    const { run, shell, folder } = await fixture();
    expect(await run(...args)).not.toBe(0);
    expect(shell.stderr.text()).toContain(problem);
    expect(filesWith(folder, FIRST)).toHaveLength(3);
  });

  it('says that the files of ChromaDB need its vacuum', async () => {
    const { run, shell } = await fixture({}, undefined, { coaching: async () => ({ chroma: {} }) as never });
    await run('delete', '--all', '--yes');
    expect(shell.stdout.text().replaceAll('\n', ' ')).toContain('chroma vacuum --path');
  });
});

it('the help of every command about the data has an example', async () => {
  for (const name of ['stats', 'export', 'delete']) {
    const { run, shell } = await fixture();
    await run(name, '--help');
    expect(shell.stdout.text()).toContain(`witan coach ${name}`);
  }
});
