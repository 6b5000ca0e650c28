import { type BigIntStats, readlinkSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { DenyList } from './deny-list.js';
import type { SecretNames } from './secret-names.js';
import type { WitanFolders } from './witan-folders.js';

/** Decides which paths participants may see. */
export interface AllowedPaths {
  /** A real path. */
  readonly root: string;
  readonly witanFolders: WitanFolders;
  readonly isDenied: DenyList;
  readonly secretNames: SecretNames;
}

export type PathStatus =
  | { readonly kind: 'inside'; readonly path: string }
  /** Also if it is unknown. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'denied' };

/**
 * Checks whether a real path is allowed; the path of what is inside is relative to the root, with `/`. Some names are
 * secret only for a file: folders of source code are called like that too.
 */
export function checkPath(realPath: string | undefined, allowed: AllowedPaths, isFile = false): PathStatus {
  if (realPath === undefined) return { kind: 'outside' };
  if (realPath === allowed.root) return { kind: 'inside', path: '' };
  if (!realPath.startsWith(allowed.root + sep)) return { kind: 'outside' };
  const relative = realPath.slice(allowed.root.length + 1);
  const path = sep === '/' ? relative : relative.replaceAll(sep, '/');
  if (allowed.isDenied(path, isFile) || allowed.witanFolders.contains(realPath)) return { kind: 'denied' };
  return { kind: 'inside', path };
}

/**
 * Finds the path of an open descriptor, whatever its path leads to by now; undefined when that cannot be
 * said. Linux knows it by the descriptor. Elsewhere the path is resolved again and must lead to the very same thing.
 */
export async function descriptorPath(
  descriptor: number,
  path: string,
  stats: BigIntStats,
): Promise<string | undefined> {
  const known = process.platform === 'linux' ? linuxPath(descriptor) : undefined;
  // Linux appends the mark to the name of a removed file, so rules for the end of the name would not match. A file may
  // also have that name, and then it still exists.
  if (known?.endsWith(DELETED)) return (await leadsTo(known, stats)) ? known : undefined;
  if (known !== undefined) return known;
  try {
    const real = await realpath(path);
    return (await leadsTo(real, stats)) ? real : undefined;
  } catch {
    return undefined;
  }
}

function linuxPath(descriptor: number): string | undefined {
  try {
    // The kernel answers this from memory: it never waits for a disk, so it need not use a thread.
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

const DELETED = ' (deleted)';

async function leadsTo(path: string, stats: BigIntStats): Promise<boolean> {
  try {
    const now = await lstat(path, { bigint: true });
    return now.dev === stats.dev && now.ino === stats.ino;
  } catch {
    return false;
  }
}
