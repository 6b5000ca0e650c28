import { callApiWithRetry } from '../api/call-api-with-retry.js';
import { createBackground } from '../background.js';
import { explainCode } from './explain-code.js';
import type { Explaining, ExplainingDependencies } from './explaining.js';
import { reviewPhase } from './review-phase.js';

export function createExplaining(dependencies: ExplainingDependencies): Explaining {
  const background = createBackground(dependencies.logger);
  const callApi = callApiWithRetry(dependencies.callApi, dependencies.retryAfterMs);
  const context = { ...dependencies, callApi };
  return {
    explain(request, announce) {
      background.start(
        (signal) => explainCode(request, { ...context, announce, signal }),
        (error) => announce('explain:error', { path: request.path, error }),
      );
    },
    reviewPhase(announce) {
      background.start(
        (signal) => reviewPhase({ ...context, announce, signal }),
        (error) => announce('review:phase_error', { error }),
      );
    },
    close: () => background.close(),
  };
}
