import type { Usage } from '../../models/index.js';

/** Usage as a tool reported it or a record has it. An impossible figure is unknown: the answer still counts. */
export function sanitizeUsage(reported: Readonly<Record<keyof Usage, unknown>> | Usage): Usage {
  return {
    ...figure('inputTokens', reported.inputTokens),
    ...figure('outputTokens', reported.outputTokens),
    ...figure('costUsd', reported.costUsd),
    ...figure('estimatedUsd', reported.estimatedUsd),
    ...figure('requests', reported.requests),
    ...(reported.isIncomplete === true ? { isIncomplete: true } : {}),
  };
}

function figure(name: keyof Usage, value: unknown): Usage {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? { [name]: value } : {};
}
