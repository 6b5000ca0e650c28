import fs, { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { appendOwnLinesSync } from '../../../src/storage/own-files/append-own-lines.js';
import { createWholeOwnFile } from '../../../src/storage/own-files/open-own-file.js';
import { makeOwnFolder, removeOwnFile, renameOwnFile } from '../../../src/storage/own-files/own-folder.js';
import { readOwnText } from '../../../src/storage/own-files/read-own-file.js';
import { overwriteOwnFile, writeOwnFileSync } from '../../../src/storage/own-files/write-own-file.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { snapshot } from './traps.js';

/** Calls of the file system between which another process could act. */
const CALLS = ['lstatSync', 'openSync', 'fstatSync', 'unlinkSync', 'renameSync', 'mkdirSync', 'writeSync'] as const;
const real = { ...fs };

afterEach(() => {
  for (const name of CALLS) Object.assign(fs, { [name]: real[name] });
  syncBuiltinESMExports();
});

const WORK: Readonly<Record<string, (data: string) => unknown>> = {
  'reads a file': (data) => expect(readOwnText(path.join(data, 'witan.log'), 1_000)).toBe('our own\n'),
  'appends to a log': (data) => appendOwnLinesSync(path.join(data, 'witan.log'), ['a line']),
  'creates a file': (data) => createWholeOwnFile(path.join(data, 'new'), 'text'),
  'writes a file over': (data) => overwriteOwnFile(path.join(data, 'count'), '1'),
  'puts a file in place': (data) => writeOwnFileSync(path.join(data, 'index.json'), '{}', { durable: false }),
  'moves a log aside': (data) => renameOwnFile(path.join(data, 'witan.log'), path.join(data, 'witan.log.1')),
  'removes a file': (data) => removeOwnFile(path.join(data, 'count')),
  'makes a folder': (data) => makeOwnFolder(path.join(data, 'folder')),
};

const MAX_CALLS = 14;
const moments = Object.keys(WORK).flatMap((work) =>
  Array.from({ length: MAX_CALLS }, (_, call) => ({ work, call: call + 1 })),
);

describe.runIf(process.platform === 'linux')('a data folder that is exchanged for a link', () => {
  it.each(moments)('does not mislead Witan before file system call $call when it $work', ({ work, call }) => {
    const { data, victim } = makeFolders();
    const before = snapshot(victim);
    exchangeBefore(call, data, victim);
    try {
      WORK[work]?.(data);
    } catch (error) {
      // Refused, or not found in that instant: never an assertion about what was read.
      expect(String(error)).toMatch(/OwnFileError|ENOENT|ENOTDIR|there is no folder/);
    }
    expect(snapshot(victim)).toEqual(before);
  });
});

function makeFolders() {
  const scratch = scratchFolder('exchanged');
  const [data, victim] = [path.join(scratch, '.witan'), path.join(scratch, 'victim')];
  for (const folder of [data, victim]) {
    mkdirSync(folder, { mode: 0o700 });
    const text = folder === data ? 'our own\n' : 'precious\n';
    for (const name of ['witan.log', 'count', 'index.json']) writeFileSync(path.join(folder, name), text);
  }
  return { data, victim };
}

/** Right before the nth call the folder becomes a link; right after it, or never, it is a folder again. */
function exchangeBefore(nth: number, data: string, victim: string): void {
  let count = 0;
  for (const name of CALLS) {
    const original = real[name] as (...parameters: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...parameters: unknown[]) => {
        count++;
        if (count === nth) {
          real.renameSync(data, `${data}-real`);
          symlinkSync(victim, data);
        }
        try {
          return original(...parameters);
        } finally {
          if (count === nth) {
            real.unlinkSync(data);
            real.renameSync(`${data}-real`, data);
          }
        }
      },
    });
  }
  syncBuiltinESMExports();
}
