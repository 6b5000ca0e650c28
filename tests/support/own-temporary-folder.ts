import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * Runs once around all test files. What any of them, or a program it starts, leaves in the temporary folder goes with
 * it, also when a file fails before its own clean-up. It is in the home folder, because participants are not started
 * below a folder that other users can write to, as the system's own temporary folder is.
 */
export default function ownTemporaryFolder(): () => void {
  const caches = path.join(homedir(), '.cache');
  mkdirSync(caches, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(caches, 'witan-tests-'));
  process.env.TMPDIR = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  // Without a test there is no clean-up: a stale build ends the run before.
  process.once('exit', remove);
  return remove;
}
