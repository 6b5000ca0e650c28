import type { FileHandle } from 'node:fs/promises';
import type { Result } from '../../../kernel/result.js';

export { openProject, type ProjectRules } from './open-project.js';

/**
 * The working directory of one deliberation, as participants may see it. Every error is one sentence that names nothing
 * outside the project and is safe to print.
 */
export interface Project {
  /** The real path of the working directory. */
  readonly root: string;
  /**
   * Opens a regular file inside the project. The path is as a participant wrote it: relative to the root, or absolute
   * and inside it. What counts is the descriptor, which is checked after opening.
   */
  openFile(path: string): Promise<Result<OpenFile, string>>;
  /** The entries of one folder, sorted by name; what may not be shown is left out. Links are listed, not followed. */
  listFolder(path: string): Promise<Result<readonly Entry[], string>>;
  /** Where a folder really is, relative to the root: what the paths of a walk below it begin with. '' is the root. */
  locateFolder(path: string): Promise<Result<string, string>>;
  /** Everything below a folder, depth first and sorted by name. Links are listed, not followed. */
  walk(options: WalkOptions): AsyncIterable<Entry>;
  /** Why a path may not be shown, judged by its text alone; null when it may. */
  refusal(path: string): string | null;
}

export interface Entry {
  /** Relative to the root, with `/`. As it is on disk: print it with `printablePath`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size?: number;
}

export interface OpenFile {
  /** The real path, relative to the root, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly handle: FileHandle;
  /** At most `maxBytes` from `offset` (the beginning unless told). */
  read(maxBytes: number, offset?: number): Promise<Buffer>;
  close(): Promise<void>;
}

export interface WalkOptions {
  /** A folder, as a participant wrote it; the root unless told. */
  readonly below?: string;
  /** Leaves out what `.gitignore` files leave out. */
  readonly respectIgnoreFiles: boolean;
  /** 1 gives the entries of the folder itself. */
  readonly maxDepth?: number;
  readonly signal: AbortSignal;
}
