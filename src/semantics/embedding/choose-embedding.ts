import { withinTime } from '../../kernel/time-limit.js';
import { createBuiltinEmbedding, type EmbedElsewhere } from './builtin-embedding.js';
import type { Embedding, EmbeddingBackend } from './embedding.js';
import { createOllamaEmbedding, type OllamaSettings } from './ollama-embedding.js';
import type { SendRequest } from './send-request.js';
import { isTransformersInstalled } from './transformers/find-package.js';
import { createTransformersEmbedding, type TransformersSettings } from './transformers-embedding.js';

export interface EmbeddingSources {
  readonly ollama?: Partial<OllamaSettings>;
  /** Connects to Ollama, which is not available without it. */
  readonly send?: SendRequest | undefined;
  readonly transformers?: Omit<TransformersSettings, 'localOnly'>;
  readonly embedElsewhere?: EmbedElsewhere;
  /** The time limit to find Ollama. */
  readonly probeMs?: number;
  /** Cancels looking and loading. */
  readonly signal?: AbortSignal | undefined;
}

/** The requested backend, or an `EmbeddingError` with the reason why it is not available. */
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
 * The best backend that is available without a download: a model of Ollama, a sentence transformer on this machine, or
 * the builtin one. Undefined if even its asset is missing.
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

const DEFAULT_OLLAMA: OllamaSettings = { baseUrl: 'http://127.0.0.1:11434', model: 'nomic-embed-text' };

const PROBE_MS = 300;
