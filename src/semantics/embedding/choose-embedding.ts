import { withinTime } from '../../kernel/time-limit.js';
import { createBuiltinEmbedding, type EmbedElsewhere } from './builtin-embedding.js';
import type { Embedding, EmbeddingBackend } from './embedding.js';
import { createOllamaEmbedding, type OllamaSettings } from './ollama-embedding.js';
import type { SendRequest } from './send-request.js';
import { isTransformersInstalled } from './transformers/find-package.js';
import { createTransformersEmbedding, type TransformersSettings } from './transformers-embedding.js';

export interface EmbeddingSources {
  readonly ollama?: Partial<OllamaSettings>;
  /** The way to Ollama; without it the backend is not available. */
  readonly send?: SendRequest | undefined;
  readonly transformers?: Omit<TransformersSettings, 'localOnly'>;
  readonly embedElsewhere?: EmbedElsewhere;
  /** How long Ollama may take to show itself. */
  readonly probeMs?: number;
  /** Gives up looking and loading. */
  readonly signal?: AbortSignal | undefined;
}

/** The backend that was asked for, or an `EmbeddingError` that says why it is not to be had. */
export async function openEmbedding(backend: EmbeddingBackend, sources: EmbeddingSources = {}): Promise<Embedding> {
  switch (backend) {
    case 'ollama':
      return withinTime({ signal: sources.signal }, () =>
        createOllamaEmbedding({ ...DEFAULT_OLLAMA, ...sources.ollama }, { send: sources.send }),
      );
    case 'transformers':
      return createTransformersEmbedding(sources.transformers, sources.signal);
    case 'builtin':
      return createBuiltinEmbedding(sources.embedElsewhere);
  }
}

/**
 * The best backend that is there, found quickly and without a download: a model that Ollama has, a sentence
 * transformer on this machine, the builtin one. Undefined if even its asset is missing.
 */
export async function chooseEmbedding(sources: EmbeddingSources = {}): Promise<Embedding | undefined> {
  const { ollama, send, transformers, embedElsewhere, probeMs = PROBE_MS, signal } = sources;
  const candidates: readonly (() => Promise<Embedding>)[] = [
    () => withinTime({ signal }, () => createOllamaEmbedding({ ...DEFAULT_OLLAMA, ...ollama }, { send, probeMs })),
    ...(isTransformersInstalled(transformers?.from)
      ? [() => createTransformersEmbedding({ ...transformers, localOnly: true }, signal)]
      : []),
    () => createBuiltinEmbedding(embedElsewhere),
  ];
  for (const open of candidates) {
    const found = await open().catch(() => undefined);
    signal?.throwIfAborted();
    if (found !== undefined) return found;
  }
  return undefined;
}

export const DEFAULT_OLLAMA: OllamaSettings = { baseUrl: 'http://127.0.0.1:11434', model: 'nomic-embed-text' };

const PROBE_MS = 300;
