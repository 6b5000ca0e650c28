import { createBuiltinEmbedding, type EmbedElsewhere } from './builtin-embedding.js';
import type { Embedding, EmbeddingBackend } from './embedding.js';
import { createOllamaEmbedding, type OllamaSettings } from './ollama-embedding.js';
import {
  createTransformersEmbedding,
  isTransformersInstalled,
  type TransformersSettings,
} from './transformers-embedding.js';

export interface EmbeddingSources {
  readonly ollama?: Partial<OllamaSettings>;
  readonly transformers?: Pick<TransformersSettings, 'model' | 'from'>;
  readonly embedElsewhere?: EmbedElsewhere;
  /** How long Ollama may take to show itself. */
  readonly probeMs?: number;
}

/** The backend that was asked for, or an `EmbeddingError` that says why it is not to be had. */
export async function openEmbedding(backend: EmbeddingBackend, sources: EmbeddingSources = {}): Promise<Embedding> {
  switch (backend) {
    case 'ollama':
      return createOllamaEmbedding({ ...DEFAULT_OLLAMA, ...sources.ollama });
    case 'transformers':
      return createTransformersEmbedding(sources.transformers);
    case 'builtin':
      return createBuiltinEmbedding(sources.embedElsewhere);
  }
}

/**
 * The best backend that is there, found quickly and without a download: a model that Ollama has, a sentence
 * transformer on this machine, the builtin one. Undefined if even its asset is missing.
 */
export async function chooseEmbedding(sources: EmbeddingSources = {}): Promise<Embedding | undefined> {
  return (
    (await ifAvailable(() =>
      createOllamaEmbedding({ ...DEFAULT_OLLAMA, ...sources.ollama }, { probeMs: sources.probeMs ?? PROBE_MS }),
    )) ??
    (isTransformersInstalled(sources.transformers?.from)
      ? await ifAvailable(() => createTransformersEmbedding({ ...sources.transformers, localOnly: true }))
      : undefined) ??
    (await ifAvailable(() => createBuiltinEmbedding(sources.embedElsewhere)))
  );
}

export const DEFAULT_OLLAMA: OllamaSettings = { baseUrl: 'http://127.0.0.1:11434', model: 'nomic-embed-text' };

const PROBE_MS = 300;

async function ifAvailable(open: () => Promise<Embedding>): Promise<Embedding | undefined> {
  try {
    return await open();
  } catch {
    return undefined;
  }
}
