import { type BuiltinEmbedding, loadBuiltinEmbedding } from './builtin/load-builtin-embedding.js';
import { readBuiltinAsset } from './builtin/read-builtin-asset.js';
import type { Embedding } from './embedding.js';

/** Embeds many texts off the event loop. */
export type EmbedElsewhere = (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>;

/** Needs no download and no other program. Large batches are embedded by `embedElsewhere`, if given. */
export async function createBuiltinEmbedding(embedElsewhere?: EmbedElsewhere): Promise<Embedding> {
  const model = loadBuiltinEmbedding(await readBuiltinAsset());
  return wrapBuiltin(model, embedElsewhere);
}

export function wrapBuiltin(model: BuiltinEmbedding, embedElsewhere?: EmbedElsewhere): Embedding {
  // Characters that were embedded here in this turn of the event loop: many small calls block it like a large one.
  let embeddedHere = 0;
  return {
    backend: 'builtin',
    model: model.name,
    dimensions: model.dimensions,
    embed: async (texts, signal) => {
      signal?.throwIfAborted();
      const size = texts.reduce((sum, text) => sum + text.length, 0);
      if (embedElsewhere !== undefined && embeddedHere + size > MAX_CHARACTERS_HERE) {
        return embedElsewhere(texts, signal);
      }
      if (embeddedHere === 0) {
        setImmediate(() => {
          embeddedHere = 0;
        });
      }
      embeddedHere += size;
      return texts.map((text) => model.embed(text));
    },
  };
}

// About ten milliseconds of work; more would block the event loop noticeably.
const MAX_CHARACTERS_HERE = 20_000;
