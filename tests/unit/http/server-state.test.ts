import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  makeStateFolder,
  readState,
  recordedServer,
  removeState,
  type ServerState,
  stateFile,
  writeState,
} from '../../../src/http/server-state.js';
import { randomSecret } from '../../../src/kernel/key-proof.js';
import { identifyProcess, thisProcess } from '../../../src/kernel/process-identity.js';
import { stateFolder } from '../../../src/kernel/state-folder.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const URL_OF_SERVER = 'http://127.0.0.1:47600';

describe('the state file', () => {
  it('is read as it was written, and is for its owner only', async () => {
    const file = newFile();
    const state = running(thisProcess());
    await writeState(file, state);
    expect(readState(file)).toEqual(state);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });

  it('has another name for every project and kind of server, and no project in it', () => {
    const names = [stateFile('/s', 'view', '/a'), stateFile('/s', 'view', '/b'), stateFile('/s', 'coach', '/a')];
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^\/s\/(?:view|coach)-[0-9a-f]{16}\.json$/);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another value', '[]'],
    ['a short key', JSON.stringify({ ...running(thisProcess()), key: 'short' })],
    ['no server', JSON.stringify({ key: randomSecret() })],
    [
      'the address of another machine',
      JSON.stringify({ ...running(thisProcess()), server: { process: thisProcess(), url: 'http://evil.test:47600' } }),
    ],
    [
      'a process that is none',
      JSON.stringify({ ...running(thisProcess()), server: { process: {}, url: URL_OF_SERVER } }),
    ],
    ['more than a state file needs', `${JSON.stringify(running(thisProcess()))}${' '.repeat(20_000)}`],
  ])('is ignored if it has %s', (_name, text) => {
    const file = newFile();
    writeFileSync(file, text);
    expect(readState(file)).toBeUndefined();
  });

  it('is ignored if it is a link, and replaced without touching what the link leads to', async () => {
    const file = newFile();
    const target = path.join(scratchFolder('elsewhere'), 'planted.json');
    const planted = JSON.stringify(running(thisProcess()));
    writeFileSync(target, planted);
    symlinkSync(target, file);
    expect(readState(file)).toBeUndefined();
    await writeState(file, running(thisProcess()));
    expect(lstatSync(file).isSymbolicLink()).toBe(false);
    expect(readFileSync(target, 'utf8')).toBe(planted);
  });
});

it('is not written if it would be too large to be read again', async () => {
  const file = newFile();
  const session = { id: 's', isPaused: false, phase: 'x'.repeat(10_000) };
  await expect(writeState(file, { ...running(thisProcess()), session })).rejects.toThrow('too large');
});

describe('the recorded server', () => {
  it('is the one whose process runs', () => {
    expect(recordedServer(running(thisProcess()))?.url).toBe(URL_OF_SERVER);
  });

  it('is asked where this machine cannot tell whether it runs', () => {
    expect(recordedServer(running({ ...thisProcess(), host: 'another-machine' }))?.url).toBe(URL_OF_SERVER);
  });

  it('is none after its process has gone, also if another one has its number', () => {
    expect(recordedServer(running({ ...thisProcess(), started: 'an earlier time' }))).toBeUndefined();
    expect(recordedServer(undefined)).toBeUndefined();
  });

  it('is removed by its own process only', async () => {
    const file = newFile();
    const other = running(identifyProcess(process.ppid));
    await writeState(file, other);
    removeState(file);
    expect(readState(file)).toEqual(other);
    await writeState(file, running(thisProcess()));
    removeState(file);
    expect(existsSync(file)).toBe(false);
  });
});

describe('the state folder', () => {
  it('is in the home of the user, or where XDG_STATE_HOME says by a full path', () => {
    const home = scratchFolder('home');
    expect(stateFolder(home, {})).toBe(path.join(home, '.local/state/witan'));
    expect(stateFolder(home, { XDG_STATE_HOME: path.join(home, 'state') })).toBe(path.join(home, 'state/witan'));
    expect(stateFolder(home, { XDG_STATE_HOME: 'state' })).toBe(path.join(home, '.local/state/witan'));
  });

  it('may be behind a link of the user', () => {
    const home = scratchFolder('home');
    mkdirSync(path.join(home, 'disk'));
    symlinkSync(path.join(home, 'disk'), path.join(home, '.local'));
    const folder = stateFolder(home, {});
    makeStateFolder(folder);
    expect(folder).toBe(path.join(home, 'disk/state/witan'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is never in the project: without a home there is none', () => {
    expect(() => stateFolder('', {})).toThrow('there is no home folder; set HOME or XDG_STATE_HOME');
  });

  it('that cannot be made is one line with the fix', () => {
    const file = path.join(scratchFolder('home'), 'file');
    writeFileSync(file, '');
    expect(() => makeStateFolder(path.join(file, 'witan'))).toThrow(/cannot be used \(.*\); set XDG_STATE_HOME to/);
  });
});

function newFile(): string {
  const folder = path.join(scratchFolder('state'), 'witan');
  makeStateFolder(folder);
  return stateFile(folder, 'view', '/project');
}

function running(process: ReturnType<typeof thisProcess>): ServerState {
  return { key: 'k'.repeat(43), server: { process, url: URL_OF_SERVER } };
}
