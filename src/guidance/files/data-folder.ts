import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the data folder if need be. It is data of one machine: it brings its own ignore file, so that no project
 * commits it by accident.
 */
export function makeDataFolder(dataFolder: string): void {
  if (mkdirSync(dataFolder, { recursive: true }) !== undefined) writeFileSync(join(dataFolder, '.gitignore'), '*\n');
}
