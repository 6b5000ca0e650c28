import { cpSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

export interface InstalledCopy {
  /** Holds `node_modules`; other packages can be put beside the copy there. */
  readonly folder: string;
  readonly launcher: string;
}

/** The built package as npm would have installed it. */
export function installCopy(): InstalledCopy {
  const folder = scratchFolder('installed');
  const packageFolder = path.join(folder, 'node_modules', 'witan');
  const isNeeded = (file: string) => !file.endsWith('.cache') && path.basename(file) !== 'types';
  for (const part of ['dist', 'assets', 'package.json', 'config.yaml']) {
    cpSync(path.join(ROOT, part), path.join(packageFolder, part), { recursive: true, filter: isNeeded });
  }
  return { folder, launcher: path.join(packageFolder, 'dist', 'witan.cjs') };
}
