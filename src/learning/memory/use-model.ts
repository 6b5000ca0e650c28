import type { Breaker } from '../../kernel/create-breaker.js';
import { describeFallback } from '../../semantics/index.js';
import { StorageError } from '../../storage/index.js';
import type { LearningContext, LearningSemantics } from '../context.js';
import { EmbeddingFailure, type EmbeddingModel, type FindModel } from './embedding-model.js';

/** Does something for a user with the configured model or, while that does not answer, with the builtin one. */
export type UseModel = <Value>(work: ModelWork<Value>) => Promise<UsedModel<Value>>;

interface ModelWork<Value> {
  readonly primary: (model: EmbeddingModel, semantics: LearningSemantics) => Promise<Value>;
  /** Its vectors are compared with its own only, and not stored. */
  readonly fallback: (semantics: LearningSemantics) => Promise<Value>;
}

interface UsedModel<Value> {
  /** Undefined where there is no model at all. */
  readonly value: Value | undefined;
  /** Why the configured model was not used; undefined if it was, or if none is wanted. */
  readonly notice: string | undefined;
}

/** Rejects with an `EmbeddingFailure` if the service does not answer in time, or has just not answered. */
export async function reachEmbedding<Value>(breaker: Breaker, call: () => Promise<Value>): Promise<Value> {
  try {
    return await breaker.attempt(call);
  } catch (error) {
    throw error instanceof EmbeddingFailure || error instanceof StorageError ? error : new EmbeddingFailure(error);
  }
}

export function createUseModel(context: LearningContext, findModel: FindModel): UseModel {
  const { semantics, fallback, breaker, logger } = context;
  const reach = <Value>(call: () => Promise<Value>) => reachEmbedding(breaker, call);
  return async (work) => {
    try {
      const model = await reach(findModel);
      if (model === undefined) return { value: undefined, notice: undefined };
      const opened = await semantics();
      const value = await work.primary(
        { ...model, embed: (texts, options) => reach(() => model.embed(texts, options)) },
        { ...opened, builtinScale: (use) => reach(() => opened.builtinScale(use)) },
      );
      return { value, notice: undefined };
    } catch (error) {
      if (!(error instanceof EmbeddingFailure)) throw error;
      logger.log('warn', 'learning.fallback_embedding', { message: error.message });
      const instead = await fallback().catch(() => undefined);
      if (instead?.embeddedWith === undefined) {
        return { value: undefined, notice: describeFallback(error.reason, 'words') };
      }
      return { value: await work.fallback(instead), notice: describeFallback(error.reason, 'builtin') };
    }
  };
}
