import type { z } from 'zod';
import type { Result } from '../kernel/result.js';
import type { FailedCall, ModelRequest } from './model-adapter.js';
import type { Usage } from './usage.js';

/** A question whose answer is JSON of a schema. */
export interface StructuredQuestion<Value>
  extends Pick<
    ModelRequest,
    'model' | 'prompt' | 'reasoningEffort' | 'maxAnswerTokens' | 'workingDirectory' | 'signal'
  > {
  readonly system: string;
  readonly schema: z.ZodType<Value>;
  /** The model may search the web for the answer. */
  readonly webSearch?: { readonly maxUses: number };
}

export interface StructuredReply<Value> {
  readonly value: Value;
  /** Of all tries. */
  readonly usage: Usage;
  /** The model that answered. */
  readonly model: string;
  /** What the web search returned; other addresses may be invented. */
  readonly sources: readonly WebSource[];
}

export interface WebSource {
  readonly url: string;
  readonly title: string;
}

export type StructuredAnswer<Value> = Result<StructuredReply<Value>, FailedCall>;
