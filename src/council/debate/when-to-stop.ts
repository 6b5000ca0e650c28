import { isPermanent } from '../../models/index.js';
import { answeredTurns, type RoundRecord, votesIn } from '../rounds/debate-record.js';
import type { DebateState } from './debate-state.js';

export const NO_ANSWERS = 'no participant could answer';

/** Checks whether no participant has answered in any round: another round would most likely fail for the same reasons. */
export function isWithoutAnswers(rounds: readonly RoundRecord[]): boolean {
  return rounds.every((round) => answeredTurns(round).length === 0);
}

/** Why another round would add nothing, or null. */
export function reasonToStop(debate: DebateState): string | null {
  const current = debate.rounds.at(-1);
  if (current === undefined) return null;
  // Once there are answers, a failure that may pass is worth another round.
  if (current.turns.every(({ outcome }) => outcome.kind === 'failed' && isPermanent(outcome.failure))) {
    return NO_ANSWERS;
  }
  if (answeredTurns(current).length === 0) return null;
  if (isConfidentlyUnanimous(current, debate)) return 'the first round was unanimous and confident';

  const { settings, request } = debate.deliberation;
  const { earlyStopping, defaultRounds } = settings;
  const minimum = earlyStopping.respectMinRounds ? Math.min(defaultRounds, request.rounds) : 1;
  if (current.round < minimum) return null;
  if (earlyStopping.enabled && shareThatIsDone(current) >= earlyStopping.threshold) {
    return 'enough participants are done';
  }
  const status = debate.convergence.status();
  if (status === 'converged') return 'the answers no longer change and agree';
  if (status === 'impasse') return 'the answers no longer change and disagree';
  return null;
}

/** Checks whether no participant has seen another answer yet. */
export function isFirstWithAnswers(rounds: readonly RoundRecord[]): boolean {
  return rounds.slice(0, -1).every((round) => answeredTurns(round).length === 0);
}

export const CONFIDENT = 0.8;

/**
 * Independent answers that agree need no debate, whatever the minimum says: talking it over costs and can only make
 * it worse. A seat that may still vote might disagree, so only those that can never answer are left out.
 */
function isConfidentlyUnanimous(round: RoundRecord, { rounds, options }: DebateState): boolean {
  if (!isFirstWithAnswers(rounds)) return false;
  const expected = round.turns.filter(({ outcome }) => outcome.kind === 'answered' || !isPermanent(outcome.failure));
  const votes = votesIn(round);
  const chosen = new Set(votes.map(({ option }) => options.find(option)));
  const isUnanimous = votes.length >= 2 && votes.length === expected.length && chosen.size === 1;
  return isUnanimous && votes.every(({ confidence }) => confidence >= CONFIDENT);
}

/** Of those who answered; who abstained has not said that it is done. */
function shareThatIsDone(round: RoundRecord): number {
  const answered = answeredTurns(round);
  const done = answered.filter(({ outcome }) => outcome.vote.kind === 'vote' && !outcome.vote.vote.continue_debate);
  return answered.length === 0 ? 0 : done.length / answered.length;
}
