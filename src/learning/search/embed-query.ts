import { settleWithin } from '../../kernel/time-limit.js';
import { createVectorIndex, type VectorIndex } from '../../semantics/index.js';
import type { LearningContext, LearningSemantics } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import { readExperiences } from '../experiences/read-experiences.js';
import type { AxisVectors, ReadVectors } from '../memory/axis-vectors.js';
import type { AxisWords, ReadWords } from '../memory/axis-words.js';
import type { EmbeddingModel } from '../memory/embedding-model.js';
import type { UseModel } from '../memory/use-model.js';

/** Their vectors, and what is known of those that exist. */
type ComparedExperiences = Pick<AxisVectors, 'index'> & Pick<AxisWords, 'facts'>;

/** A text and the experiences it is compared with, all embedded by the same model. */
export interface EmbeddedQuery extends ComparedExperiences {
  readonly vector: Float32Array;
  readonly toBuiltinScale: (cosine: number) => number;
  readonly similarity: LearningSemantics['similarity'];
}

interface EmbeddedText {
  /** Undefined where only words can be compared: without a model, or if it knows no word of the text. */
  readonly query: EmbeddedQuery | undefined;
  /** Why the configured model was not used. */
  readonly notice: string | undefined;
}

export type EmbedQuery = (text: string, axis: Axis) => Promise<EmbeddedText>;

export interface EmbedQueryParts {
  readonly useModel: UseModel;
  readonly readVectors: ReadVectors;
  readonly readWords: ReadWords;
  /** Called with a model that answers. */
  readonly onModel: (model: EmbeddingModel) => void;
}

export function createEmbedQuery(context: LearningContext, parts: EmbedQueryParts): EmbedQuery {
  const readFallbackVectors = createFallbackVectors(context, parts.readWords);
  return async (text, axis) => {
    const { value, notice } = await parts.useModel<EmbeddedQuery | undefined>({
      async primary(model, { similarity, builtinScale }) {
        const [[vector], toBuiltinScale] = await Promise.all([model.embed([text]), builtinScale('experiences')]);
        parts.onModel(model);
        const [{ index }, { facts }] = await Promise.all([parts.readVectors(axis, model), parts.readWords(axis)]);
        return vector && { vector, index, facts, toBuiltinScale, similarity };
      },
      async fallback(model) {
        const [vector] = await model.embed([text]);
        const { index, facts } = await readFallbackVectors(axis, model);
        return vector && { vector, index, facts, toBuiltinScale: (cosine) => cosine, similarity: model.similarity };
      },
    });
    return { query: value?.vector.some((number) => number !== 0) === true ? value : undefined, notice };
  };
}

type ReadFallbackVectors = (axis: Axis, model: LearningSemantics) => Promise<ComparedExperiences>;

/** Kept in memory only: the stored vectors stay those of the usual model, which will be back. */
function createFallbackVectors({ database, closing }: LearningContext, readWords: ReadWords): ReadFallbackVectors {
  const indexes = new Map<Axis, VectorIndex>();
  const running = new Map<Axis, Promise<void>>();

  async function embedMissing(index: VectorIndex, axis: Axis, model: LearningSemantics): Promise<void> {
    const { facts } = await readWords(axis);
    const missing = [...facts.keys()].filter((id) => !index.has(id)).reverse();
    for (let start = 0; start < missing.length && !closing.aborted; start += PAGE) {
      const experiences = await readExperiences(database, missing.slice(start, start + PAGE));
      const texts = experiences.map((experience) => axisText(experience, axis)?.text ?? '');
      const vectors = await model.embed(texts, { signal: closing });
      for (const [at, { id }] of experiences.entries()) index.add(id, vectors[at] as Float32Array);
    }
  }

  return async (axis, model) => {
    const index = indexes.get(axis) ?? createVectorIndex(model.embeddedWith?.dimensions ?? 1);
    indexes.set(axis, index);
    const run = running.get(axis) ?? embedMissing(index, axis, model).finally(() => running.delete(axis));
    running.set(axis, run);
    // Thousands take longer: the search then uses those that are done, newest first, and words.
    await settleWithin({ maxMs: MAX_WAIT_MS }, () => run);
    // Deleted experiences stay in the index; `facts` leaves them out.
    return { index, facts: (await readWords(axis)).facts };
  };
}

const PAGE = 64;
const MAX_WAIT_MS = 1_500;
