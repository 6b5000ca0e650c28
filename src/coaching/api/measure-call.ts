import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { Result } from '../../kernel/result.js';
import { sentenceFor } from '../background.js';
import type { CallApi, CallApiOptions } from './call-api.js';

export interface MeasuringDependencies {
  readonly callApi: CallApi;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface MeasuredCall<Value> {
  /** The failure is a sentence for the person. */
  readonly answer: Result<Value, string>;
  /** As actions record it. */
  readonly ending: CallEnding;
}

export interface CallEnding {
  readonly model: string;
  readonly latency_ms: number;
  readonly success: boolean;
  readonly error?: string;
}

/** Never rejects. */
export async function measureCall<Value>(
  { callApi, clock, logger }: MeasuringDependencies,
  options: CallApiOptions<Value>,
): Promise<MeasuredCall<Value>> {
  const startedAt = clock.elapsed();
  let model = NOT_ASKED;
  const onModel = (id: string) => {
    model = id;
  };
  const measured = () => ({ model, latency_ms: Math.round(clock.elapsed() - startedAt) });
  try {
    const value = await callApi({ ...options, onModel });
    return { answer: { ok: true, value }, ending: { ...measured(), success: true } };
  } catch (cause) {
    const error = sentenceFor(cause, logger);
    return { answer: { ok: false, error }, ending: { ...measured(), success: false, error } };
  }
}

const NOT_ASKED = 'none';
