import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of another program of this package, from a bundle or from the sources. */
export function builtProgram(name: 'semantics-worker.js' | 'transformers-worker.js'): string {
  const files = FOLDERS.map((folder) => fileURLToPath(new URL(folder + name, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`a part of the program is missing (${name}); reinstall the package`);
  return found;
}

const FOLDERS = ['./', '../../dist/'];
