import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCoach, forgetCoach } from '../../../src/http/client.js';
import { makeStateFolder, stateFile, writeState } from '../../../src/http/server-state.js';
import { randomSecret } from '../../../src/kernel/key-proof.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { scratchFolder } from '../../support/scratch-folder.js';

describe('the coach of a folder', () => {
  it('is that of the innermost project around it', async () => {
    const { folder, find, coach } = projects();
    await coach('shop');
    await coach('shop/api');
    expect(find('shop/api/src')?.projectFolder).toBe(path.join(folder, 'shop/api'));
    expect(find('shop/web')?.projectFolder).toBe(path.join(folder, 'shop'));
  });

  it('is the only one in it if none is around it, and none of two', async () => {
    const { folder, find, coach } = projects();
    expect(find('.')).toBeUndefined();
    await coach('shop');
    expect(find('.')?.projectFolder).toBe(path.join(folder, 'shop'));
    expect(find('other')).toBeUndefined();
    await coach('other');
    expect(find('.')).toBeUndefined();
  });

  it('is forgotten only if this machine cannot tell whether it runs', async () => {
    const { find, coach } = projects();
    const certain = await coach('shop');
    const found = find('shop');
    if (found !== undefined) forgetCoach(found);
    expect(existsSync(certain)).toBe(true);
    const uncertain = await coach('other', 'a name that this machine had before');
    const other = find('other');
    if (other !== undefined) forgetCoach(other);
    expect(existsSync(uncertain)).toBe(false);
  });
});

function projects() {
  const folder = scratchFolder('projects');
  const states = path.join(scratchFolder('state'), 'witan');
  makeStateFolder(states);
  return {
    folder,
    find: (name: string) => findCoach(states, path.join(folder, name)),
    coach: async (name: string, host = thisProcess().host) => {
      const projectFolder = path.join(folder, name);
      mkdirSync(projectFolder, { recursive: true });
      const file = stateFile(states, 'coach', projectFolder);
      const server = { process: { ...thisProcess(), host }, url: 'http://127.0.0.1:1', projectFolder };
      await writeState(file, { key: randomSecret(), server });
      return file;
    },
  };
}
