import { unlinkSync } from 'node:fs';

/** Takes a file away; one that is gone already is as good. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
