import { randomUUID } from 'node:crypto';
import { callApiWithRetry } from '../api/call-api-with-retry.js';
import { createBackground } from '../background.js';
import { CoachError } from '../coach-error.js';
import type { Practice, PracticeDependencies } from './practice.js';
import { bestLevel, isUnlocked, KATA_NOT_FOUND, reviewSolution } from './review-solution.js';

export function createPractice(dependencies: PracticeDependencies): Practice {
  const { store } = dependencies;
  const background = createBackground(dependencies.logger);
  const callApi = callApiWithRetry(dependencies.callApi, dependencies.retryAfterMs);
  const context = { ...dependencies, callApi };
  /** Katas by the ids of submissions. */
  const reviewing = new Map<string, string>();
  return {
    review(solution, announce) {
      const { kataId, submissionId = randomUUID() } = solution;
      // The page was loaded again, and all pages get the review.
      if (reviewing.has(submissionId)) return;
      reviewing.set(submissionId, kataId);
      void background.start(
        (signal) =>
          reviewSolution(solution, { ...context, announce, signal }).finally(() => reviewing.delete(submissionId)),
        (error) => announce('review:error', { kataId, error }),
      );
    },

    async load(kataId) {
      const kata = await store.katas.get(kataId);
      if (kata === undefined) throw new CoachError('NOT_FOUND', KATA_NOT_FOUND);
      const gap = await store.gaps.get(kata.knowledgeGapId);
      const { id, title, description, scaffoldingCode, userAttempts, constraints } = kata;
      const best = bestLevel(kata);
      const attempts = userAttempts.map(({ constraints: chosen = [], ...attempt }) => ({
        ...attempt,
        constraints: chosen.map((constraint) => constraint.title),
      }));
      const practiced = { attempts, bestLevel: best, dueAt: userAttempts.at(-1)?.dueAt ?? null };
      return {
        kata: { id, title, topic: gap?.topic ?? '', description, scaffoldingCode, ...practiced },
        constraints: constraints.map((constraint) => ({ ...constraint, isUnlocked: isUnlocked(constraint, best) })),
        reviewing: [...reviewing].flatMap(([submissionId, of]) => (of === id ? [submissionId] : [])),
      };
    },

    close: () => background.close(),
  };
}
