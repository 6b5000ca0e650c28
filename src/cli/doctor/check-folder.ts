import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { realPathOf } from '../../kernel/real-path.js';
import type { Finding } from './finding.js';

/** Whether a folder can be written to, or created. */
export async function checkFolder(subject: string, folder: string, shown: string): Promise<Finding> {
  const existing = await nearestExisting(folder);
  const broken = (problem: string): Finding => ({
    subject,
    state: 'broken',
    text: `${shown} ${problem}`,
    remedy: 'free its path, give yourself the right to write there, or choose another under "storage"',
  });
  if (realPathOf(existing) !== existing) return broken('is, or is below, a symbolic link, which Witan does not follow');
  const problem = await problemOf(existing);
  if (problem !== undefined) return broken(problem);
  const note = existing === folder ? 'writable' : 'made when first needed';
  return { subject, state: 'ok', text: `${shown} (${note})` };
}

/** The same for the user's config folder, which may be a link, because it is outside any project. */
export async function checkConfigFolder(folder: string, shown: string): Promise<Finding> {
  const subject = 'config folder';
  const problem = await problemOf(await nearestExisting(folder));
  if (problem === undefined) return { subject, state: 'ok', text: shown };
  return {
    subject,
    state: 'broken',
    text: `${shown} ${problem}, so neither trust nor databases can be remembered`,
    remedy: 'free its path, give yourself the right to write there, or choose another with XDG_CONFIG_HOME',
  };
}

async function problemOf(existing: string): Promise<string | undefined> {
  const facts = await stat(existing).catch(() => undefined);
  if (facts === undefined) return 'is a broken link';
  if (!facts.isDirectory()) return 'is not a folder';
  return access(existing, constants.W_OK | constants.X_OK).then(
    () => undefined,
    () => 'cannot be written to',
  );
}

async function nearestExisting(path: string): Promise<string> {
  const exists = await lstat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path));
}
