import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/index.js';
import { folderForAll, isRoot, OTHER_USER } from '../support/other-user.js';
import { scratchFolder } from '../support/scratch-folder.js';

const WITAN = path.resolve('dist/witan.cjs');
const ADD = ['knowledge', 'add', 'Mind the step', '--risk', 'a fall', '--tool', 'Write'];

interface Shown {
  readonly id: string | null;
  readonly folder: string | null;
  readonly notice: string | null;
}

/** A home, and the built program in it. */
function machine(home = scratchFolder('memory-home')) {
  const run = (folder: string, args: readonly string[], user?: number) =>
    spawnSync(process.execPath, [WITAN, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home },
      timeout: 20_000,
      ...(user !== undefined && { uid: user, gid: user }),
    });
  return {
    home,
    run,
    show: (folder: string, user?: number) => JSON.parse(run(folder, ['project', '--json'], user).stdout) as Shown,
    /** A first write, such as an item of knowledge. */
    remember: (folder: string, user?: number) => {
      const written = run(folder, ADD, user);
      expect(written).toMatchObject({ status: 0, stderr: '' });
      return JSON.parse(run(folder, ['project', '--json'], user).stdout) as Shown;
    },
  };
}

function repository(folder = path.join(scratchFolder('memory'), 'shop')): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'First');
  return folder;
}

function git(folder: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
}

const idFile = (folder: string) => path.join(folder, '.git', 'witan-project');

describe('the memory of a project', () => {
  it('The memory is made at the first write, and a look makes nothing.', () => {
    const { show, run, remember, home } = machine();
    const folder = repository();
    expect(show(folder)).toMatchObject({ id: null, folder: null });
    run(folder, ['doctor']);
    run(folder, ['decisions', 'list']);
    expect(existsSync(idFile(folder))).toBe(false);
    expect(existsSync(path.join(home, '.local/share/witan/projects'))).toBe(false);
    const made = remember(folder);
    expect(readFileSync(idFile(folder), 'utf8').trim()).toBe(made.id);
    expect(statSync(idFile(folder)).mode & 0o777).toBe(0o644);
    expect(made.folder).toBe(path.join(home, '.local/share/witan/projects', made.id ?? ''));
    expect(existsSync(path.join(folder, '.witan'))).toBe(false);
  });

  it('A hook makes no memory.', () => {
    const { run, home } = machine();
    const folder = repository();
    const event = { session_id: 'a', cwd: folder, hook_event_name: 'SessionStart', source: 'startup' };
    const ran = spawnSync(process.execPath, [path.resolve('dist/hook.cjs'), 'session-start'], {
      input: JSON.stringify(event),
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: home },
    });
    expect(ran.status).toBe(0);
    expect(existsSync(idFile(folder))).toBe(false);
    expect(run(folder, ['project']).stdout).toContain('none yet');
  });

  it('All worktrees of a repository share one memory.', () => {
    const { remember, show } = machine();
    const folder = repository();
    const worktree = path.join(path.dirname(folder), 'second');
    git(folder, 'worktree', 'add', '-q', worktree);
    expect(show(worktree).folder).toBeNull();
    const made = remember(worktree);
    expect(show(folder).folder).toBe(made.folder);
  });

  it('A moved folder keeps its memory.', () => {
    const { remember, show } = machine();
    const folder = repository();
    const made = remember(folder);
    const moved = path.join(path.dirname(folder), 'moved');
    renameSync(folder, moved);
    expect(show(moved)).toMatchObject({ folder: made.folder, notice: null });
  });

  it('A copied folder starts with its own memory, and one line names the command that takes over the other.', () => {
    const { remember, show, run } = machine();
    const folder = repository();
    const made = remember(folder);
    const copy = path.join(path.dirname(folder), 'copy');
    cpSync(folder, copy, { recursive: true });
    expect(show(copy)).toMatchObject({ folder: null, notice: expect.stringContaining(`witan project use ${folder}`) });
    const own = remember(copy);
    expect(own.folder).not.toBe(made.folder);
    expect(show(folder).folder).toBe(made.folder);
    writeFileSync(path.join(made.folder ?? '', 'mark'), '');
    expect(run(copy, ['project', 'use', folder]).status).toBe(0);
    expect(existsSync(path.join(show(copy).folder ?? '', 'mark'))).toBe(true);
    expect(show(folder).folder).toBeNull();
  });

  it('A clone brings no memory, whatever is committed.', () => {
    const { remember, show } = machine();
    const folder = repository();
    remember(folder);
    mkdirSync(path.join(folder, '.witan'));
    writeFileSync(path.join(folder, '.witan/decisions.db'), 'planted');
    git(folder, 'add', '-Af');
    git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'Plant');
    const clone = path.join(path.dirname(folder), 'clone');
    git(folder, 'clone', '-q', folder, clone);
    expect(show(clone)).toMatchObject({ folder: null, notice: null });
    expect(show(clone).id).toBeNull();
  });

  it('A folder without git is known by its path, and git init keeps its memory.', () => {
    const { remember, show } = machine();
    const folder = scratchFolder('plain');
    const made = remember(folder);
    git(folder, 'init', '-q');
    expect(show(folder).folder).toBe(made.folder);
    remember(folder);
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    expect(show(moved).folder).toBe(made.folder);
    rmSync(moved, { recursive: true });
  });

  it('A .git file of a stranger, which names a repository of this user, brings no memory.', () => {
    const { remember, show } = machine();
    const folder = repository();
    const worktree = path.join(path.dirname(folder), 'second');
    git(folder, 'worktree', 'add', '-q', worktree);
    remember(folder);
    const stranger = scratchFolder('stranger');
    cpSync(path.join(worktree, '.git'), path.join(stranger, '.git'));
    expect(show(stranger).folder).toBeNull();
  });

  it('A data folder inside the project is refused in one line.', () => {
    const { run, home } = machine();
    const said = run(home, ['knowledge', 'add', '--help']);
    expect(said.status).toBe(0);
    mkdirSync(path.join(home, '.config/witan'), { recursive: true });
    const folder = scratchFolder('inside');
    writeFileSync(path.join(home, '.config/witan/config.yaml'), 'storage: { data_dir: .witan }\n');
    const made = run(folder, ['init']);
    expect(made.stderr).toMatch(/nothing can be remembered: the data folder .* is inside this project/);
    expect(made.status).toBe(0);
  });

  it('Deleting removes everything that is stored, and names what is left in the project.', () => {
    const { remember, run } = machine();
    const folder = repository();
    const made = remember(folder);
    const deleted = run(folder, ['project', 'delete', '--yes', '--json']);
    expect(JSON.parse(deleted.stdout)).toEqual({ deleted: made.folder, left: ['.claude/graphs'] });
    expect(existsSync(made.folder ?? '')).toBe(false);
    expect(existsSync(idFile(folder))).toBe(false);
  });

  it('Errors are one line.', () => {
    const { run } = machine();
    const used = run(scratchFolder('nothing'), ['project', 'use', '/no/such/folder']);
    expect(used.status).not.toBe(0);
    expect(used.stderr.trim().split('\n')).toHaveLength(1);
    expect(run(scratchFolder('help'), ['project', 'use', '--help']).stdout).toContain('Example');
  });

  it('Two processes at once make one memory.', async () => {
    const { home, show } = machine();
    const folder = repository();
    const { spawn } = await import('node:child_process');
    const env = { PATH: process.env.PATH, HOME: home };
    const runs = [1, 2, 3].map(() => spawn(process.execPath, [WITAN, 'init'], { cwd: folder, env, stdio: 'ignore' }));
    await Promise.all(runs.map((child) => new Promise((done) => child.once('exit', done))));
    expect(readdirSync(path.join(home, '.local/share/witan/projects'))).toEqual([show(folder).id]);
  });
});

describe('databases of an earlier version', () => {
  it('Only a database that the list has by id and path moves over, and others are named.', async () => {
    const { home, run, show } = machine();
    const folder = repository();
    const old = path.join(folder, '.witan');
    await plant(path.join(old, 'decisions.db'), 0x1234_5678);
    await plant(path.join(old, 'runs.db'), 0x0bad_0bad);
    const list = path.join(home, '.config/witan/databases.json');
    mkdirSync(path.dirname(list), { recursive: true });
    const entry = { id: '12345678', file: path.join(old, 'decisions.db'), since: '2026-01-01T00:00:00Z' };
    writeFileSync(list, JSON.stringify({ databases: [entry] }));
    const doctor = run(folder, ['doctor']);
    expect(doctor.stdout).toMatch(/\.witan\/runs\.db: not read/);
    expect(doctor.stdout).not.toMatch(/\.witan\/decisions\.db: not read/);
    const { folder: memory } = show(folder);
    expect(readdirSync(memory ?? '')).toContain('decisions.db');
    expect(readdirSync(memory ?? '')).not.toContain('runs.db');
    expect(readdirSync(old)).toEqual(['runs.db']);
    expect(existsSync(list)).toBe(false);
  });
});

async function plant(file: string, id: number): Promise<void> {
  const database = await openDatabase(file, {
    migrations: [{ name: 'notes', apply: (connection) => connection.exec('CREATE TABLE notes (text TEXT) STRICT') }],
  });
  await database.write((connection) => connection.exec(`PRAGMA application_id = ${id}`));
  await database.close();
  const { chooseDriver } = await import('../../src/storage/drivers/choose-driver.js');
  const connection = chooseDriver().open(file, { readOnly: false });
  connection.exec('PRAGMA journal_mode = DELETE');
  connection.close();
}

describe.runIf(isRoot)('the memory of several users', () => {
  it('Two users of one folder have two memories, and an unwritable git folder works by path.', () => {
    const shared = folderForAll();
    const folder = repository(path.join(shared, 'shop'));
    const homeA = path.join(shared, 'a');
    const homeB = path.join(shared, 'b');
    mkdirSync(homeA);
    mkdirSync(homeB);
    chownSync(homeB, OTHER_USER, OTHER_USER);
    const memories = (home: string) => path.join(home, '.local/share/witan/projects');
    // The other user cannot write into the repository: its memory is by path.
    const b = machine(homeB);
    b.run(folder, ['project', 'use', '/nowhere'], OTHER_USER);
    expect(b.run(folder, ['init'], OTHER_USER).status).not.toBeNull();
    const own = machine(homeA).remember(folder);
    expect(own.folder?.startsWith(memories(homeA))).toBe(true);
    expect(b.show(folder, OTHER_USER).folder).not.toBe(own.folder);
  });

  it('A home that cannot be written gives one clear line, and everything else works.', () => {
    const shared = folderForAll();
    const home = path.join(shared, 'home');
    mkdirSync(home, { mode: 0o555 });
    chmodSync(home, 0o555);
    const folder = path.join(shared, 'project');
    mkdirSync(folder);
    chownSync(folder, OTHER_USER, OTHER_USER);
    const { run } = machine(home);
    const said = run(folder, ['knowledge', 'list'], OTHER_USER);
    expect(said.status).toBe(0);
    const decided = run(folder, ['deliberate', 'Tabs or spaces?', '-p', 'demo', '--rounds', '1'], OTHER_USER);
    expect(decided.stderr + decided.stdout).not.toMatch(/at .*\.js:\d+/);
  });
});
