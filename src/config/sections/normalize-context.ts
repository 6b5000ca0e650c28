import type { UserError } from '../../kernel/user-error.js';

export type KeyPath = readonly (string | number)[];

/** What turning the file's values into settings needs to know of the world around them. */
export interface NormalizeContext {
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Replaces a leading `~/`. */
  readonly expandHome: (path: string) => string;
  /** The folder against which a relative command is meant: that of the file which names it. */
  readonly folderOf: (key: KeyPath) => string;
  /** An error that names the file and line which set this key. */
  readonly keyError: (key: KeyPath, problem: string) => UserError;
}
