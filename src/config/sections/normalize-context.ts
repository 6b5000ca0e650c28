import type { UserError } from '../../kernel/user-error.js';

export type KeyPath = readonly (string | number)[];

export interface NormalizeContext {
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Replaces a leading `~/`. */
  readonly expandHome: (path: string) => string;
  /** The folder of the file that sets the key; relative commands are relative to it. */
  readonly folderOf: (key: KeyPath) => string;
  /** An error with the file and line that set the key. */
  readonly keyError: (key: KeyPath, problem: string) => UserError;
}

export interface AdapterContext extends NormalizeContext {
  /** Participants may use their own read-only file tools. */
  readonly nativeTools: boolean;
  readonly isBuiltIn: boolean;
}
