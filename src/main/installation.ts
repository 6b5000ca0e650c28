import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import type { ConfigContext } from '../config/index.js';

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

/** What the configuration of a project is read with. */
export function configContext(projectFolder: string, environment: NodeJS.ProcessEnv = process.env): ConfigContext {
  const installed = packageFolder();
  return {
    projectFolder,
    environment,
    homeFolder: homedir(),
    ...(installed !== undefined && { packageFolder: installed }),
  };
}
