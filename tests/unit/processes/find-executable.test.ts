import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findExecutable } from '../../../src/processes/index.js';

describe('findExecutable', () => {
  const folder = mkdtempSync(join(homedir(), 'bin-'));
  const tool = join(folder, 'tool');
  writeFileSync(tool, '#!/bin/sh\nexit 9\n');
  chmodSync(tool, 0o755);
  writeFileSync(join(folder, 'notes'), 'not a program');
  mkdirSync(join(folder, 'folder'));

  it('finds a program on the path', async () => {
    expect(await findExecutable('tool', { PATH: `/nowhere:${folder}` })).toBe(tool);
  });

  it('takes a command with a slash relative to the folder given', async () => {
    expect(await findExecutable('./tool', { PATH: '' }, folder)).toBe(tool);
    expect(await findExecutable(tool, {})).toBe(tool);
  });

  it.each(['notes', 'folder', 'missing', ''])('does not accept %j as a program', async (command) => {
    expect(await findExecutable(command, { PATH: folder })).toBeUndefined();
  });

  it('skips entries of the path that depend on the current folder', async () => {
    const inside = process.cwd();
    process.chdir(folder);
    try {
      expect(await findExecutable('tool', { PATH: '.::./' })).toBeUndefined();
    } finally {
      process.chdir(inside);
    }
  });
});
