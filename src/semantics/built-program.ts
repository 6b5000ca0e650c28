import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program of this package that is run beside this one, seen from a bundle beside it or from the sources. */
export function builtProgram(name: 'semantics-worker.js' | 'transformers-worker.js'): string {
  const files = PLACES.map((place) => fileURLToPath(new URL(place + name, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`a part of the program is missing (${name}); reinstall the package`);
  return found;
}

const PLACES = ['./', '../../dist/'];
