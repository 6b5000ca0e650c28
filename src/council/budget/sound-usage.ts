import type { Usage } from '../../models/index.js';

/** Usage as a tool told it or a record holds it. A figure that makes no sense is unknown: an answer stands without it. */
export function soundUsage(told: Readonly<Record<keyof Usage, unknown>> | Usage): Usage {
  return {
    ...figure('inputTokens', told.inputTokens),
    ...figure('outputTokens', told.outputTokens),
    ...figure('costUsd', told.costUsd),
    ...figure('estimatedUsd', told.estimatedUsd),
    ...figure('requests', told.requests),
    ...(told.isIncomplete === true ? { isIncomplete: true } : {}),
  };
}

function figure(name: keyof Usage, value: unknown): Usage {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? { [name]: value } : {};
}
