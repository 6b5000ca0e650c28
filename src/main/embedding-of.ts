import type { Embedding, Semantics } from '../semantics/index.js';

/**
 * What a semantics embeds with, for stored vectors. Opened anew for every text: a comparison that failed may have
 * closed it, and the next one may be of another model, whose vectors would be compared with the stored ones unnoticed.
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
