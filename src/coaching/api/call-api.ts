import type { z } from 'zod';
import type { WebSource } from '../../models/ask-structured.js';
import type { CallType } from '../vocabulary.js';

/** The small and the large model of the coach. */
export type ModelTier = 'haiku' | 'sonnet';

export interface CallApiOptions<Value> {
  readonly callType: CallType;
  readonly model: ModelTier;
  readonly systemPrompt: string;
  readonly userMessage: string;
  readonly responseSchema: z.ZodType<Value>;
  /** Null only for explaining, reviewing and the dashboard. */
  readonly sessionId: string | null;
  /** With the thinking before the answer; 16,000 unless given. */
  readonly maxTokens?: number;
  readonly webSearch?: { readonly maxUses: number };
  /** For all tries together; at most and by default five minutes. */
  readonly maxMs?: number;
  readonly signal?: AbortSignal;
  /**
   * Names a step of the session. Its answer is kept: after a kill, asking for the same step returns it without a call,
   * until the caller has finished and the step is forgotten.
   */
  readonly recordAs?: string;
  /** Called with the id of every model that is asked. */
  readonly onModel?: (model: string) => void;
  /** Called with what a web search returned. */
  readonly onSources?: (sources: readonly WebSource[]) => void;
}

/**
 * Asks a model of the coach and records the call before and after. Throws an `ApiCallError`: `ApiRefusalError`,
 * `ApiMaxTokensError`, or another with the failure of the model.
 */
export type CallApi = <Value>(options: CallApiOptions<Value>) => Promise<Value>;

/** Enough for the longest plan with the thinking before it. */
export const DEFAULT_MAX_TOKENS = 16_000;

/** Code has fewer than prose, and an estimate should rather be too high. */
export const CHARACTERS_PER_TOKEN = 3;
