import { mkdtempSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** A new folder inside the home that each test file is given (`isolate-environment.ts`), and that is removed with it. */
export function scratchFolder(name: string): string {
  return realpathSync(mkdtempSync(path.join(homedir(), `${name}-`)));
}
