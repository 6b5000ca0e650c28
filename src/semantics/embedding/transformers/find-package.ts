import { createRequire } from 'node:module';
import { errorMessage } from '../../../kernel/error-code.js';
import { EmbeddingError } from '../embedding-error.js';

export const PACKAGE = '@huggingface/transformers';

/** The part of the package that is used here. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean };
  readonly pipeline: (task: 'feature-extraction', model: string, options: object) => Promise<ExtractFeatures>;
}

export type ExtractFeatures = (texts: string[], options: { pooling: 'mean'; normalize: boolean }) => Promise<Tensor>;

interface Tensor {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}

export function isTransformersInstalled(from: string | URL = import.meta.url): boolean {
  try {
    createRequire(from).resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}

export function expectTransformers(from: string | URL): void {
  if (isTransformersInstalled(from)) return;
  const message = `${PACKAGE} is not installed; install it next to witan with \`npm install ${PACKAGE}\``;
  throw new EmbeddingError('transformers', 'not_installed', message);
}

/** With `require`, because `import` cannot load a package from a given path. */
export function loadTransformers(from: string | URL): Transformers {
  expectTransformers(from);
  try {
    return createRequire(from)(PACKAGE) as Transformers;
  } catch (error) {
    const cause = errorMessage(error);
    throw new EmbeddingError('transformers', 'not_installed', `${PACKAGE} cannot be loaded: ${cause}`, error);
  }
}
