import { callApiWithRetry } from '../api/call-api-with-retry.js';
import { createBackground } from '../background.js';
import { CoachError } from '../coach-error.js';
import { bestLevel, isUnlocked } from './levels.js';
import type { Practice, PracticeDependencies } from './practice.js';
import { createPracticeSchedule } from './practice-schedule.js';
import { KATA_NOT_FOUND, reviewSolution } from './review-solution.js';

export function createPractice(dependencies: PracticeDependencies): Practice {
  const { store, workbench, logger } = dependencies;
  const background = createBackground(logger);
  const schedule = createPracticeSchedule(workbench);
  const callApi = callApiWithRetry(dependencies.callApi, dependencies.retryAfterMs);
  const context = { ...dependencies, callApi, schedule };
  return {
    review(solution, announce) {
      background.start(
        (signal) => reviewSolution(solution, { ...context, announce, signal }),
        (error) => announce('review:error', { kataId: solution.kataId, error }),
      );
    },

    async load(kataId) {
      const kata = await store.katas.get(kataId);
      if (kata === undefined) throw new CoachError('NOT_FOUND', KATA_NOT_FOUND);
      const [gap, due] = await Promise.all([store.gaps.get(kata.knowledgeGapId), schedule.dueDates()]);
      const { id, title, description, scaffoldingCode, userAttempts, constraints } = kata;
      const best = bestLevel(kata);
      const attempts = userAttempts.map(({ constraints: chosen = [], ...attempt }) => ({
        ...attempt,
        constraints: chosen.map((constraint) => constraint.title),
      }));
      const practiced = { attempts, bestLevel: best, dueAt: due.get(id) ?? null };
      return {
        kata: { id, title, topic: gap?.topic ?? '', description, scaffoldingCode, ...practiced },
        constraints: constraints.map((constraint) => ({ ...constraint, isUnlocked: isUnlocked(constraint, best) })),
      };
    },

    dueDates: () => schedule.dueDates(),
    close: () => background.close(),
  };
}
