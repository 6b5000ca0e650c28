import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { scratchFolder } from './scratch-folder.js';

/** A new folder that is kept in memory where the system allows that: thousands of writes would wait for a disk. */
export function memoryFolder(name: string): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    const folder = mkdtempSync(`/dev/shm/witan-${name}-`);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return scratchFolder(name);
  }
}
