import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makePrivateFolder } from '../../../src/kernel/private-folder.js';
import { folderForAll, isRoot, OTHER_USER } from '../../support/other-user.js';

let open: string;
beforeEach(() => {
  open = folderForAll();
});

function folderWith(mode: number): string {
  const folder = join(open, mode.toString(8));
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

function usedWith(environment: Record<string, string>): string {
  const made = makePrivateFolder(environment);
  if (!made.ok) throw new Error(`${made.error.reason}; ${made.error.remedy}`);
  return made.value;
}

it.skipIf(process.platform === 'win32')('The private folder is in the state folder by default.', () => {
  const folder = usedWith({});
  expect(folder).toBe(join(homedir(), '.local/state/witan/calls'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

describe.runIf(isRoot)('The private folder', () => {
  it('is in the runtime folder of the session, for its owner only.', () => {
    const runtime = folderWith(0o700);
    const folder = usedWith({ XDG_RUNTIME_DIR: runtime });
    expect(folder).toBe(join(runtime, 'witan/calls'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is in the state folder without a usable runtime folder.', () => {
    const states = folderWith(0o700);
    expect(usedWith({ XDG_STATE_HOME: states, XDG_RUNTIME_DIR: 'relative' })).toBe(join(states, 'witan/calls'));
  });

  it.each(['777', '1777', '775', '722'])('is never made below a folder that others can write to (%s).', (mode) => {
    const shared = folderWith(Number.parseInt(mode, 8));
    const states = folderWith(0o700);
    expect(usedWith({ XDG_RUNTIME_DIR: shared, XDG_STATE_HOME: states })).toBe(join(states, 'witan/calls'));
    expect(existsSync(join(shared, 'witan'))).toBe(false);
  });

  it('may be below a folder that the group of this user alone can write to.', () => {
    const [home, shared] = [folderWith(0o775), folderWith(0o770)];
    chownSync(home, OTHER_USER, OTHER_USER);
    chownSync(shared, OTHER_USER, OTHER_USER + 1);
    vi.spyOn(process, 'getuid').mockReturnValue(OTHER_USER);
    expect(usedWith({ XDG_RUNTIME_DIR: home })).toBe(join(home, 'witan/calls'));
    expect(usedWith({ XDG_RUNTIME_DIR: shared, XDG_STATE_HOME: home })).toBe(join(home, 'witan/calls'));
    vi.restoreAllMocks();
  });

  it('is refused with the reason and the fix if both folders are open to others.', () => {
    const shared = folderWith(0o1777);
    const made = makePrivateFolder({ XDG_STATE_HOME: join(shared, 'states') });
    const fix = expect.stringMatching(/^set XDG_RUNTIME_DIR to a folder/);
    const reason = expect.stringContaining(`other users can write to ${shared}`);
    expect(made).toMatchObject({ ok: false, error: { reason, remedy: fix } });
    const group = folderWith(0o775);
    const ours = makePrivateFolder({ XDG_RUNTIME_DIR: group, XDG_STATE_HOME: shared });
    expect(ours).toMatchObject({ ok: false, error: { remedy: `run chmod go-w ${group}` } });
  });

  it('is used below a folder that others cannot enter, whatever the rights within.', () => {
    const closed = folderWith(0o700);
    mkdirSync(join(closed, 'shared'));
    chmodSync(join(closed, 'shared'), 0o777);
    const runtime = join(closed, 'shared');
    expect(usedWith({ XDG_RUNTIME_DIR: runtime })).toBe(join(runtime, 'witan/calls'));
  });

  it('is found by its real path, so a link does not hide a shared folder.', () => {
    const shared = folderWith(0o1777);
    mkdirSync(join(shared, 'runtime'), { mode: 0o700 });
    symlinkSync(join(shared, 'runtime'), join(open, 'link'));
    const made = makePrivateFolder({ XDG_RUNTIME_DIR: join(open, 'link'), XDG_STATE_HOME: join(shared, 'states') });
    expect(made.ok).toBe(false);
  });

  it('is refused if a file has its name.', () => {
    const states = folderWith(0o755);
    writeFileSync(join(states, 'witan'), '');
    const made = makePrivateFolder({ XDG_STATE_HOME: states });
    expect(made).toMatchObject({ ok: false, error: { reason: `${join(states, 'witan')} is not a folder` } });
  });

  it('is refused below a folder of another user.', () => {
    const theirs = folderWith(0o755);
    chownSync(theirs, OTHER_USER, OTHER_USER);
    const made = makePrivateFolder({ XDG_STATE_HOME: theirs });
    expect(made).toMatchObject({ ok: false, error: { reason: `${theirs} belongs to another user` } });
  });
});
