import { randomUUID } from 'node:crypto';
import { errorMessage } from '../../kernel/error-code.js';
import { callApiWithRetry } from '../api/call-api-with-retry.js';
import { createBackground } from '../background.js';
import { CoachError } from '../coach-error.js';
import { createPhaseReviews } from '../sessions/phase-reviews.js';
import { explainCode, NO_RANGE } from './explain-code.js';
import type { Explaining, ExplainingDependencies, GivenExplanation } from './explaining.js';
import { requestReview, reviewPhase } from './review-phase.js';

export function createExplaining(dependencies: ExplainingDependencies): Explaining {
  const { sessions, logger } = dependencies;
  const background = createBackground(logger);
  const callApi = callApiWithRetry(dependencies.callApi, dependencies.retryAfterMs);
  const context = { ...dependencies, callApi };
  const reviews = createPhaseReviews(dependencies.workbench);
  let explanations: readonly GivenExplanation[] = [];
  let isReviewing = false;
  return {
    explain(request, announce) {
      const { explanationId = randomUUID(), path, range: { startLine, endLine } = NO_RANGE } = request;
      const asked = { explanationId, path, startLine, endLine, answer: null };
      explanations = [...explanations, asked].slice(-MAX_EXPLANATIONS);
      const fail = (error: string) => {
        explanations = explanations.filter((each) => each.explanationId !== explanationId);
        announce('explain:error', { path, error, explanationId });
      };
      void background.start(async (signal) => {
        const answer = await explainCode(request, { ...context, signal });
        if (!answer.ok) return fail(answer.error);
        const answered = { ...asked, answer: answer.value };
        explanations = explanations.map((each) => (each.explanationId === explanationId ? answered : each));
        announce('explain:response', { ...answer.value, explanationId });
      }, fail);
    },

    reviewPhase(announce) {
      // The page was loaded again, or there are two: the review is announced to all.
      if (isReviewing) throw new CoachError('CONFLICT', 'A review is running; it is shown here when it is ready.');
      isReviewing = true;
      const end: typeof announce = (...event) => {
        isReviewing = false;
        announce(...event);
      };
      let phaseId: string | undefined;
      const fail = (error: string) => end('review:phase_error', { error, phaseId });
      void background.start(async (signal) => {
        const requested = await requestReview(context);
        phaseId = requested.phase.id;
        const answer = await reviewPhase(requested, { ...context, signal });
        if (!answer.ok) return fail(answer.error);
        // It was paid for: the person gets it, even if a reload cannot show it again.
        await reviews
          .keep(requested.sessionId, answer.value)
          .catch((error: unknown) => logger.log('error', 'coaching.review_not_kept', { error: errorMessage(error) }));
        end('review:phase', answer.value);
      }, fail);
    },

    explanations: () => explanations,
    reviews: async () => reviews.list((await sessions.current())?.phases ?? []),
    close: () => background.close(),
  };
}

const MAX_EXPLANATIONS = 5;
