import { readFile } from 'node:fs/promises';
import { errorCode } from '../../../kernel/error-code.js';

/** The asset, from the package's folder: the same place seen from the sources and from a bundle in `dist`. */
export async function readBuiltinAsset(): Promise<Uint8Array> {
  for (const place of PLACES) {
    try {
      return await readFile(new URL(place, import.meta.url));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new Error('the embedding asset is missing; reinstall the package');
}

// From a bundle in `dist`, and from this file among the sources.
const PLACES = ['../assets/embedding/words.bin', '../../../../assets/embedding/words.bin'];
