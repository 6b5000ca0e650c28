import type { ToServer } from '../protocol.js';
import type { Handlers } from './handler.js';

/** A model answers after seconds: the answer is announced then, and the page is not kept waiting for its next message. */
export const help: Handlers<'user:explain' | 'user:review' | 'practice:submit_solution' | 'practice:load'> = {
  async 'user:explain'({ selection, range, ...request }, { coach, broadcast }) {
    coach.explaining.explain({ ...request, range: selection ? toRange(selection) : range }, broadcast);
  },
  async 'user:review'({ kataId, userCode = '', activeConstraintTitles = [], submissionId }, { coach, broadcast }) {
    if (kataId === undefined) coach.explaining.reviewPhase(broadcast);
    else coach.practice.review({ kataId, userCode, activeConstraintTitles, submissionId }, broadcast);
  },
  /** The older form of `user:review`; its client also knows the older form of the answer. */
  async 'practice:submit_solution'({ kataId, code, activeConstraints }, { coach, broadcast }) {
    const solution = { kataId, userCode: code, activeConstraintTitles: activeConstraints };
    coach.practice.review(solution, (...event) => {
      if (event[0] === 'review:error') return broadcast(event[0], event[1]);
      broadcast(event[0], event[1]);
      const { feedback: review, level, passed, unlockedConstraints: constraintsUnlocked } = event[1];
      broadcast('practice:solution_review', { review, level, passed, constraintsUnlocked });
    });
  },
  async 'practice:load'({ kataId }, { coach, reply }) {
    reply('practice:kata_load', await coach.practice.load(kataId));
  },
};

function toRange({ startLine, startCol, endLine, endCol }: NonNullable<ToServer['user:explain']['selection']>) {
  return { startLine, startColumn: startCol, endLine, endColumn: endCol };
}
