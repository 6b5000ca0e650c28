import type { Embedding, Semantics } from '../semantics/index.js';

/**
 * The embedding of a semantics, for stored vectors. It is opened again for every text: a failed comparison may have
 * closed it, and the next one may use another model, whose vectors must not be compared with the stored ones.
 */
export async function embeddingOf(open: () => Promise<Semantics>): Promise<Embedding | undefined> {
  const { EmbeddingError, isEmbeddedWith } = await import('../semantics/index.js');
  const { embeddedWith } = await open();
  if (embeddedWith === undefined) return undefined;
  const { backend, model } = embeddedWith;
  return {
    ...embeddedWith,
    async embed(texts, signal) {
      const semantics = await open().catch((error: unknown) => {
        throw new EmbeddingError(backend, 'unreachable', `${backend} cannot be opened: ${String(error)}`, error);
      });
      if (!isEmbeddedWith(semantics.embeddedWith, embeddedWith)) {
        throw new EmbeddingError(
          backend,
          'unreachable',
          `${backend} no longer has the model ${model}; start Witan again`,
        );
      }
      return semantics.embed(texts, signal === undefined ? {} : { signal });
    },
  };
}
