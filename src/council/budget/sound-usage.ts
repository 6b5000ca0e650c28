import type { Usage } from '../../models/index.js';

/** Usage as a tool reported it or a record has it. An impossible figure is unknown: the answer still counts. */
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
