import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { appendOwnLinesSync } from '../../../src/storage/own-files/append-own-lines.js';
import { createWholeOwnFile } from '../../../src/storage/own-files/open-own-file.js';
import { makeOwnFolder, removeOwnFile, renameOwnFile } from '../../../src/storage/own-files/own-folder.js';
import { overwriteOwnFile, writeOwnFileSync } from '../../../src/storage/own-files/write-own-file.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { snapshot } from './traps.js';

const ROUNDS = 400;
let attacker: ChildProcess | undefined;

afterEach(() => void attacker?.kill('SIGKILL'));

/** Exchanges the data folder for a link to the victim and back, as often as it can. */
const ATTACK = `
  const { renameSync, symlinkSync, writeFileSync, rmSync } = require('node:fs');
  const [data, victim, ready] = process.argv.slice(1);
  symlinkSync(victim, data + '-link');
  writeFileSync(ready, '');
  for (;;) {
    try {
      renameSync(data, data + '-real');
      renameSync(data + '-link', data);
      renameSync(data, data + '-link');
      renameSync(data + '-real', data);
    } catch {}
  }`;

const WORK: Readonly<Record<string, (data: string, round: number) => void>> = {
  'appends to a log': (data) => appendOwnLinesSync(path.join(data, 'witan.log'), ['a line']),
  'creates a file': (data, round) => void createWholeOwnFile(path.join(data, `new-${round}`), 'text'),
  'writes a file over': (data) => overwriteOwnFile(path.join(data, 'count'), '1'),
  'puts a file in place': (data) => writeOwnFileSync(path.join(data, 'index.json'), '{}', { durable: false }),
  'moves a log aside': (data) => renameOwnFile(path.join(data, 'witan.log'), path.join(data, 'witan.log.1')),
  'removes a file': (data) => removeOwnFile(path.join(data, 'count')),
  'makes a folder': (data, round) => void makeOwnFolder(path.join(data, `folder-${round}`)),
};

describe.runIf(process.platform === 'linux')('a folder that is exchanged for a link in the middle of the work', () => {
  it.each(Object.entries(WORK))('leads Witan nowhere when it %s', async (_name, work) => {
    const scratch = scratchFolder('exchanged');
    const [data, victim] = [path.join(scratch, '.witan'), path.join(scratch, 'victim')];
    for (const folder of [data, victim]) {
      mkdirSync(folder, { mode: 0o700 });
      for (const name of ['witan.log', 'count', 'index.json']) writeFileSync(path.join(folder, name), 'precious\n');
    }
    const before = snapshot(victim);
    const ready = path.join(scratch, 'ready');
    attacker = spawn(process.execPath, ['-e', ATTACK, data, victim, ready], { stdio: 'ignore' });
    await expect.poll(() => existsSync(ready)).toBe(true);
    for (let round = 0; round < ROUNDS; round++) {
      try {
        work(data, round);
      } catch {
        // Refused, or the folder was away in this instant.
      }
    }
    attacker.kill('SIGKILL');
    await once(attacker, 'exit');
    expect(snapshot(victim)).toEqual(before);
  });
});
