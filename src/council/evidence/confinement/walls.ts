import { sep } from 'node:path';
import type { DenyList } from './deny-list.js';
import type { OwnFolders } from './own-folders.js';
import type { SecretNames } from './secret-names.js';

/** What no participant sees beyond. */
export interface Walls {
  /** A real path. */
  readonly root: string;
  readonly ownFolders: OwnFolders;
  readonly isDenied: DenyList;
  readonly secretNames: SecretNames;
}

export type Place =
  | { readonly kind: 'inside'; readonly path: string }
  /** Also if it is not known. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'denied' };

/**
 * Where a real path stands to the walls; the path of what is inside is relative to the root, with `/`. Some names are
 * secret only for a file: folders of source code are called like that too.
 */
export function placeOf(realPath: string | undefined, walls: Walls, isFile = false): Place {
  if (realPath === undefined) return { kind: 'outside' };
  if (realPath === walls.root) return { kind: 'inside', path: '' };
  if (!realPath.startsWith(walls.root + sep)) return { kind: 'outside' };
  const relative = realPath.slice(walls.root.length + 1);
  const path = sep === '/' ? relative : relative.replaceAll(sep, '/');
  if (walls.isDenied(path, isFile) || walls.ownFolders.holds(realPath)) return { kind: 'denied' };
  return { kind: 'inside', path };
}
