import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };

export const VERSION: string = packageFile.version;

/** Where this program is installed, run from its sources or from dist; undefined inside the bundle of another program. */
export function packageFolder(): string | undefined {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const name = packageName(folder);
    if (name !== undefined) return name === 'witan' ? folder : undefined;
    const above = path.dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
}

function packageName(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name?: string };
    return name;
  } catch {
    return undefined;
  }
}

/**
 * The Node that runs now, by its path on PATH if it has one: a package manager may keep each version in a folder of its
 * own, which the next upgrade removes.
 */
export function nodeCommand(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name)).find(isThisNode) ?? process.execPath;
}

function isThisNode(file: string): boolean {
  try {
    return realpathSync(file) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}
