import { statSync } from 'node:fs';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';

/** Tells whether the name still leads to the file that was opened. */
export interface FileIdentity {
  isReplaced(): boolean;
  /** SQLite would go on with a file that nobody can find any more, and what it acknowledged would be lost. */
  expectInPlace(): void;
}

/** Of the file as it is now. While it is open its inode is not given to another one. */
export function rememberIdentity(file: string): FileIdentity {
  const known = identityOf(file);
  const isReplaced = () => identityOf(file) !== known;
  return {
    isReplaced,
    expectInPlace() {
      if (!isReplaced()) return;
      throw new StorageError(
        'replaced',
        `${shortName(file)} was removed or replaced while this program had it open; try again, or restart the program`,
      );
    },
  };
}

function identityOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
