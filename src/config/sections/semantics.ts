import { z } from 'zod';
import { choice, setting } from './setting.js';

export const semanticsSchema = z.strictObject({
  embedding: choice(['auto', 'builtin', 'ollama', 'transformers', 'none'], 'auto', 'trusted'),
  ollama_model: setting(z.string().min(1).max(200).default('nomic-embed-text'), {
    expects: 'the name of an embedding model that Ollama has',
    project: 'trusted',
  }),
  workers: setting(z.union([z.literal('auto'), z.number().int().min(1).max(64)]).default('auto'), {
    expects: 'auto, or a whole number of threads from 1 to 64',
    project: 'trusted',
  }),
});

export function normalizeSemantics(semantics: z.output<typeof semanticsSchema>) {
  return {
    /** `auto` is the best that is available; `none` compares words only. */
    embedding: semantics.embedding,
    ollamaModel: semantics.ollama_model,
    /** Threads for heavy computation. */
    workers: semantics.workers,
  };
}
