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
 * Whether a real path is allowed; the path of what is inside is relative to the root, with `/`. Some names are
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
