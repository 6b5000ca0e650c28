import { createHash } from 'node:crypto';
import type { NamedFile } from './named-files.js';

/**
 * Stands for the text of a project's file and for the programs of the project that it names. No file and an empty one
 * mean the same, so they have the same pin: trusting a folder without a file covers its absence, not a file that
 * appears later.
 */
export function configPin(text: string | undefined, files: readonly NamedFile[] = []): string {
  const hash = createHash('sha256').update(text ?? '');
  if (files.length > 0) hash.update(`\0${JSON.stringify(files.map(({ path, content }) => [path, content]))}`);
  return hash.digest('hex');
}
