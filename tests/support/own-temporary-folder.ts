import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs once around all test files. What any of them, or a program it starts, leaves in the temporary folder goes with
 * it, also when a file fails before its own clean-up.
 */
export default function ownTemporaryFolder(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'witan-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
