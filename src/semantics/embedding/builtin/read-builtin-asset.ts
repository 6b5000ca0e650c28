import { readFile } from 'node:fs/promises';
import { errorCode } from '../../../kernel/error-code.js';

/** Reads the asset of the package. */
export async function readBuiltinAsset(): Promise<Uint8Array> {
  for (const path of PATHS) {
    try {
      return await readFile(new URL(path, import.meta.url));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new Error('the embedding asset is missing; reinstall the package');
}

// From a bundle in `dist`, and from this file among the sources.
const PATHS = ['../assets/embedding/words.bin', '../../../../assets/embedding/words.bin'];
