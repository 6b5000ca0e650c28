import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Makes an empty folder in the home folder: participants are not started below one that other users can write to. */
export function makePrivateScratch(prefix) {
  const caches = path.join(homedir(), '.cache');
  mkdirSync(caches, { recursive: true });
  return realpathSync(mkdtempSync(path.join(caches, prefix)));
}
