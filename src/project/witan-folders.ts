import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { realPathOf } from '../kernel/real-path.js';
import { privateFolders } from '../kernel/state-folder.js';

/** The program's own folders: they hold other deliberations and keys, and no participant may see them under any name. */
export interface WitanFolders {
  /** By the text of a real path. */
  contains(realPath: string): boolean;
  /** By what the folder and those above it up to the root are: a mount or a rename gives the folder another name. */
  isBehind(realFolder: string, root: string, stats?: BigIntStats): Promise<boolean>;
  /** Their real paths. */
  readonly paths: readonly string[];
}

export async function createWitanFolders(paths: readonly string[], homeFolder: string): Promise<WitanFolders> {
  const realPaths = [...paths.map(realPathOf), ...privateFolders(homeFolder, process.env)];
  const identify = rememberIdentities();
  // Kept: a folder that is moved away from its path is still the same folder.
  const own = new Set<string>();
  const knowOwn = async () => {
    for (const realPath of realPaths) {
      const identity = await identify(realPath);
      if (identity !== undefined) own.add(identity);
    }
  };
  await knowOwn();
  return {
    paths: realPaths,
    contains: (given) => realPaths.some((realPath) => given === realPath || given.startsWith(realPath + sep)),
    isBehind: async (realFolder, root, stats) => {
      await knowOwn();
      if (own.size === 0) return false;
      if (stats !== undefined && own.has(getIdentity(stats))) return true;
      let folder = stats === undefined ? realFolder : dirname(realFolder);
      while (folder.length >= root.length) {
        if (own.has((await identify(folder)) ?? '')) return true;
        if (folder === dirname(folder)) break;
        folder = dirname(folder);
      }
      return false;
    },
  };
}

/** A folder is checked now and then, not once per file: a search opens thousands of files in few folders. */
function rememberIdentities(): (folder: string) => Promise<string | undefined> {
  let known = new Map<string, Promise<string | undefined>>();
  let forgetAt = 0;
  return (folder) => {
    const now = performance.now();
    if (now > forgetAt || known.size > MAX_REMEMBERED) {
      known = new Map();
      forgetAt = now + REMEMBERED_MS;
    }
    const remembered = known.get(folder) ?? stat(folder, { bigint: true }).then(getIdentity, () => undefined);
    known.set(folder, remembered);
    return remembered;
  };
}

const REMEMBERED_MS = 500;
const MAX_REMEMBERED = 10_000;

export function getIdentity({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
