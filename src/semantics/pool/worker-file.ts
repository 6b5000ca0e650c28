import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built program of the workers, seen from a bundle beside it or from this file among the sources. */
export function workerFile(): string {
  const files = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error('the program of the worker threads is missing; reinstall the package');
  return found;
}

const PLACES = ['./semantics-worker.js', '../../../dist/semantics-worker.js'];
