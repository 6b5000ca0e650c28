import { closeSync, constants, openSync, readlinkSync } from 'node:fs';

/** A folder that is open: names below `path` are looked up in that very folder, whatever its own name leads to by now. */
export interface PinnedFolder {
  readonly path: string;
  close(): void;
}

/**
 * Opens a folder, so that a folder which is exchanged for a link after this check changes nothing. Undefined if the path
 * leads through a link. Only Linux has paths through an open folder; elsewhere the caller's own check must do.
 */
export function pinFolder(folder: string): PinnedFolder | undefined {
  if (process.platform !== 'linux') return { path: folder, close: () => undefined };
  const descriptor = openSync(folder, ONLY_FOLDERS);
  const close = () => closeSync(descriptor);
  const path = `/proc/self/fd/${descriptor}`;
  const real = readLink(path);
  if (real === folder) return { path, close };
  // A system without /proc.
  if (real === undefined) return { path: folder, close };
  close();
  return undefined;
}

const ONLY_FOLDERS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
