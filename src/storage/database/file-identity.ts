import { statSync } from 'node:fs';
import type { FileId } from '../own-files/open-own-file.js';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';

/** Tells whether the name still leads to the file that was checked before it was opened. */
export interface FileIdentity {
  isReplaced(): boolean;
  /** SQLite would continue with a file that has lost its name, and what it acknowledged would be lost. */
  expectSameFile(): void;
}

/** While the file is open its inode is not given to another one. */
export function rememberIdentity(file: string, known: FileId): FileIdentity {
  const isReplaced = () => {
    const found = identityOf(file);
    return found?.ino !== known.ino || found.dev !== known.dev;
  };
  return {
    isReplaced,
    expectSameFile() {
      if (!isReplaced()) return;
      throw new StorageError(
        'replaced',
        `${shortName(file)} was removed or replaced while this program had it open; try again, or restart the program`,
      );
    },
  };
}

function identityOf(file: string): FileId | undefined {
  try {
    return statSync(file, { bigint: true });
  } catch {
    return undefined;
  }
}
