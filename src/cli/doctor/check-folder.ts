import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { realPathOf } from '../../kernel/real-path.js';
import type { Finding } from './finding.js';

/** Whether a folder can be written to; one that does not exist yet is judged by the folder it would be made in. */
export async function checkFolder(subject: string, folder: string, shown: string): Promise<Finding> {
  const existing = await nearestExisting(folder);
  const broken = (fault: string): Finding => ({
    subject,
    state: 'broken',
    text: `${shown} ${fault}`,
    remedy: 'free its path, give yourself the right to write there, or choose another under "storage"',
  });
  if (realPathOf(existing) !== existing)
    return broken('is, or is reached by, a symbolic link; Witan follows none to its own folders');
  if (!(await stat(existing)).isDirectory()) return broken('is not a folder');
  const isWritable = await access(existing, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return broken('cannot be written to');
  const note = existing === folder ? 'writable' : 'made when first needed';
  return { subject, state: 'ok', text: `${shown} (${note})` };
}

async function nearestExisting(path: string): Promise<string> {
  const exists = await lstat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path));
}
