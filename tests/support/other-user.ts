import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Only root can act as a second user. */
export const isRoot = process.getuid?.() === 0;
export const OTHER_USER = 65_534;

if (!isRoot) process.stderr.write('Tests with a second user are skipped: they need root.\n');

/** A new folder that every user can enter, in folders that only root can change; for one test, and only for root. */
export function folderForAll(): string {
  const folder = realpathSync(mkdtempSync('/run/witan-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** Runs a line of shell as the second user. */
export function asOtherUser(line: string): string {
  const options = { uid: OTHER_USER, gid: OTHER_USER, cwd: '/', encoding: 'utf8', timeout: 10_000 } as const;
  return execFileSync('/bin/sh', ['-c', line], options);
}
