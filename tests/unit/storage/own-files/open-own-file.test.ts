import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolderPath, realPathOf } from '../../../../src/kernel/real-path.js';
import { appendOwnLinesSync } from '../../../../src/storage/own-files/append-own-lines.js';
import { createOwnFile, openOwnFile } from '../../../../src/storage/own-files/open-own-file.js';
import { makeIgnoredFolder, makeOwnFolder, removeOwnFile } from '../../../../src/storage/own-files/own-folder.js';
import { listOwnFolder, readOwnText } from '../../../../src/storage/own-files/read-own-file.js';
import { overwriteOwnFile, writeOwnFile, writeOwnFileSync } from '../../../../src/storage/own-files/write-own-file.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const MAX = 1_000;
let project: string;
let data: string;
let file: string;
let victim: string;

beforeEach(() => {
  const scratch = realPathOf(scratchFolder('own-files'));
  project = path.join(scratch, 'project');
  data = path.join(project, '.witan');
  file = path.join(data, 'witan.log');
  victim = path.join(scratch, 'victim');
  mkdirSync(project);
  writeFileSync(victim, 'precious\n');
});

/** Every way in which a file is used, each of which must leave the victim alone. */
const USES: Readonly<Record<string, (target: string) => unknown>> = {
  read: (target) => readOwnText(target, MAX),
  append: (target) => appendOwnLinesSync(target, ['line']),
  overwrite: (target) => overwriteOwnFile(target, '1'),
};

describe.each(Object.entries(USES))('to %s one of its own files, Witan', (_name, use) => {
  it('refuses a link in place of the file', () => {
    mkdirSync(data);
    symlinkSync(victim, file);
    expect(() => use(file)).toThrow(/symbolic link.*~\/\.config\/witan\/config\.yaml/);
    expect(readFileSync(victim, 'utf8')).toBe('precious\n');
  });

  it('refuses a link to nowhere in place of the file', () => {
    mkdirSync(data);
    symlinkSync(`${victim}-new`, file);
    expect(() => use(file)).toThrow('symbolic link');
    expect(statSync(`${victim}-new`, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('refuses a link in place of the folder', () => {
    mkdirSync(`${victim}-folder`);
    writeFileSync(`${victim}-folder/witan.log`, 'precious\n');
    symlinkSync(`${victim}-folder`, data);
    expect(() => use(file)).toThrow('symbolic link');
    expect(readFileSync(`${victim}-folder/witan.log`, 'utf8')).toBe('precious\n');
  });

  it('refuses a link further up on the way', () => {
    mkdirSync(`${victim}-folder/.witan`, { recursive: true });
    writeFileSync(`${victim}-folder/.witan/witan.log`, 'precious\n');
    symlinkSync(`${victim}-folder`, path.join(project, 'nested'));
    expect(() => use(path.join(project, 'nested/.witan/witan.log'))).toThrow('symbolic link');
    expect(readFileSync(`${victim}-folder/.witan/witan.log`, 'utf8')).toBe('precious\n');
  });

  it('refuses a hard link to another file', () => {
    mkdirSync(data);
    linkSync(victim, file);
    expect(() => use(file)).toThrow('hard link');
    expect(readFileSync(victim, 'utf8')).toBe('precious\n');
  });

  it('refuses a named pipe immediately instead of waiting for it', () => {
    mkdirSync(data);
    execFileSync('mkfifo', [file]);
    expect(() => use(file)).toThrow('not a regular file');
  });

  it('refuses a folder in place of the file', () => {
    mkdirSync(file, { recursive: true });
    expect(() => use(file)).toThrow('not a regular file');
  });

  it('refuses a file in place of the folder', () => {
    writeFileSync(data, 'not a folder');
    expect(() => use(file)).toThrow('not a folder');
    expect(readFileSync(data, 'utf8')).toBe('not a folder');
  });

  it.runIf(process.getuid?.() === 0)('refuses a file of another user', () => {
    mkdirSync(data);
    writeFileSync(file, '');
    chownSync(file, 12_345, 12_345);
    expect(() => use(file)).toThrow('another user');
  });

  it.runIf(process.getuid?.() === 0)('uses the files of the owner of the project if it runs as root', () => {
    mkdirSync(data);
    writeFileSync(file, '');
    for (const owned of [project, data, file]) chownSync(owned, 12_345, 12_345);
    expect(() => use(file)).not.toThrow();
  });
});

describe('files that Witan creates', () => {
  it('are for their owner only, as are their folders', async () => {
    makeIgnoredFolder(data);
    appendOwnLinesSync(file, ['line']);
    overwriteOwnFile(path.join(data, 'count'), '1');
    writeOwnFileSync(path.join(data, 'index.json'), '{}');
    await writeOwnFile(path.join(data, 'note.md'), 'text');
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const name of listOwnFolder(data)) expect(statSync(path.join(data, name)).mode & 0o777).toBe(0o600);
  });

  it('are put in place of a link, and the file behind it is left alone', async () => {
    makeIgnoredFolder(data);
    symlinkSync(victim, path.join(data, 'note.md'));
    await writeOwnFile(path.join(data, 'note.md'), 'text');
    expect(readFileSync(path.join(data, 'note.md'), 'utf8')).toBe('text');
    expect(readFileSync(victim, 'utf8')).toBe('precious\n');
  });

  it('are not created behind a link that replaces their folder', async () => {
    mkdirSync(`${victim}-folder`);
    symlinkSync(`${victim}-folder`, data);
    expect(() => createOwnFile(file)).toThrow('symbolic link');
    expect(() => makeIgnoredFolder(data)).toThrow('symbolic link');
    expect(() => makeOwnFolder(path.join(data, 'sub'))).toThrow('symbolic link');
    expect(() => removeOwnFile(path.join(data, 'witan.log'))).toThrow('symbolic link');
    await expect(writeOwnFile(path.join(data, 'note.md'), 'text')).rejects.toThrow('symbolic link');
    expect(listOwnFolder(`${victim}-folder`)).toEqual([]);
  });
});

describe('an own file that is already open', () => {
  it('is found missing when it is not there, without an error', () => {
    expect(openOwnFile(file, 'read')).toBeUndefined();
    expect(readOwnText(file, MAX)).toBeUndefined();
    expect(listOwnFolder(data)).toEqual([]);
  });

  it('keeps the lines of earlier writers and ends a line that a crash cut off', () => {
    makeIgnoredFolder(data);
    writeFileSync(file, '{"whole":1}\n{"cut', { mode: 0o600 });
    appendOwnLinesSync(file, ['{"next":2}']);
    expect(readOwnText(file, MAX)).toBe('{"whole":1}\n{"cut\n{"next":2}\n');
  });

  it('is not read if it is larger than anything that Witan writes there', () => {
    makeIgnoredFolder(data);
    writeFileSync(file, 'x'.repeat(MAX + 1));
    expect(() => readOwnText(file, MAX)).toThrow('larger than');
  });

  it('is usable again after its permissions were changed by hand', () => {
    makeIgnoredFolder(data);
    writeFileSync(file, 'line\n');
    chmodSync(file, 0o644);
    const descriptor = openOwnFile(file, 'append');
    expect(descriptor).toBeDefined();
    if (descriptor !== undefined) closeSync(descriptor);
  });
});

describe('the folder that a user or a project names', () => {
  it('may itself be reached by a link: only what is below it is checked', () => {
    const shortcut = path.join(path.dirname(project), 'shortcut');
    symlinkSync(project, shortcut);
    const below = ownFolderPath(shortcut, '.witan');
    makeIgnoredFolder(below);
    expect(below).toBe(data);
    expect(listOwnFolder(below)).toEqual(['.gitignore']);
  });

  it('need not exist yet', () => {
    expect(ownFolderPath(path.join(project, 'a/b'), '.witan')).toBe(path.join(project, 'a/b/.witan'));
  });

  it('may be a link outside the project, because only the user can have named it', () => {
    const elsewhere = path.join(path.dirname(project), 'disk');
    mkdirSync(`${elsewhere}-2`);
    symlinkSync(`${elsewhere}-2`, elsewhere);
    expect(ownFolderPath(project, elsewhere)).toBe(`${elsewhere}-2`);
  });
});
