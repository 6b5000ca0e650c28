import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openProject } from '../../../src/project/project.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const rules = { deny: [], ownFolders: [path.join(homedir(), 'data')], homeFolder: homedir() };

describe('choosing a working directory', () => {
  it.each([
    ...[
      '/',
      homedir(),
      path.dirname(homedir()),
      '/etc',
      '/etc/ssl',
      '/proc',
      '/proc/self',
      '/sys',
      '/dev',
      '/dev/fd',
      '/tmp',
    ],
    ...['/usr', '/var', '/home', '/usr/bin', '/var/log', '/var/spool', '/boot', '/root', '/bin', '/run/secrets'],
    path.join(homedir(), 'no-such-folder'),
  ])('refuses %s in one sentence', async (folder) => {
    const opened = await openProject(folder, rules);
    expect(opened.ok).toBe(false);
    if (!opened.ok) expect(opened.error).toMatch(/^[A-Z].*\.$/);
  });

  it('refuses folders of keys, the data folder and everything in them, also through a link', async () => {
    const base = scratchFolder('base');
    for (const name of ['.ssh', '.git/hooks', 'data/inner']) mkdirSync(path.join(base, name), { recursive: true });
    symlinkSync(path.join(base, '.ssh'), path.join(base, 'innocent'));
    symlinkSync('/', path.join(base, 'everything'));
    const own = { ...rules, ownFolders: [path.join(base, 'data')] };
    for (const name of ['.ssh', '.git', '.git/hooks', 'data', 'data/inner', 'innocent', 'everything'])
      expect(await openProject(path.join(base, name), own), name).toMatchObject({ ok: false });
    expect(await openProject(base, own)).toMatchObject({ ok: true });
  });

  it('refuses the folder with the keys of servers, and hides it in a project around it', async () => {
    const states = scratchFolder('states');
    const runtime = scratchFolder('runtime');
    vi.stubEnv('XDG_STATE_HOME', states);
    vi.stubEnv('XDG_RUNTIME_DIR', runtime);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const around of [states, runtime]) {
      const folder = path.join(around, 'witan');
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'coach-0123.json'), '{"key":"k"}');
      expect(await openProject(folder, rules)).toMatchObject({ ok: false });
      const opened = await openProject(around, rules);
      if (!opened.ok) throw new Error(opened.error);
      expect(await opened.value.listFolder('.')).toEqual({ ok: true, value: [] });
      expect(await opened.value.openFile('witan/coach-0123.json')).toMatchObject({ ok: false });
    }
  });

  it('refuses the folders of a home in which programs keep their state, but not projects below them', async () => {
    const home = scratchFolder('home');
    const inHome = { ...rules, homeFolder: home };
    for (const name of ['.config/gh', '.config/gcloud/logs', '.config/nvim', '.cargo', '.m2', '.codex/worktrees/one'])
      mkdirSync(path.join(home, name), { recursive: true });
    for (const name of ['.config', '.config/gh', '.config/gcloud', '.config/gcloud/logs', '.cargo', '.m2', '.codex'])
      expect(await openProject(path.join(home, name), inHome), name).toMatchObject({ ok: false });
    for (const name of ['.config/nvim', '.codex/worktrees/one'])
      expect(await openProject(path.join(home, name), inHome), name).toMatchObject({ ok: true });
  });

  it('knows the project by its real path and lets it be named as the user wrote it', async () => {
    const base = scratchFolder('base');
    mkdirSync(path.join(base, 'project'));
    symlinkSync('project', path.join(base, 'nickname'));
    const opened = await openProject(path.join(base, 'nickname'), rules);
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.root).toBe(path.join(base, 'project'));
    expect(opened.value.refusal(path.join(base, 'nickname', 'a.ts'))).toBeNull();
    expect(opened.value.refusal(path.join(base, 'project', 'a.ts'))).toBeNull();
    expect(opened.value.refusal(path.join(base, 'other'))).toContain('outside the project');
  });

  it('works where the home folder is not known', async () => {
    expect(await openProject(scratchFolder('base'), { ...rules, homeFolder: '' })).toMatchObject({ ok: true });
  });
});
