import type { CheckedRequest } from '../check-request.js';
import { createOptionList } from '../options/option-list.js';
import { type Turn, votesIn } from './debate-record.js';
import { CONFIDENT } from './when-to-stop.js';

/** Why the participants that were asked first do not settle the question by themselves; null when they do. */
export function reasonToWiden(
  turns: readonly Turn[],
  request: Pick<CheckedRequest, 'question' | 'ballot'>,
): string | null {
  const votes = votesIn({ turns });
  if (votes.length < turns.length) return 'one of the first two gave no vote';
  if (votes.some(({ confidence }) => confidence < CONFIDENT)) return 'one of the first two is unsure';
  // A list of its own: the debate's gets the options of all who answered blind at once.
  const options = createOptionList(request);
  options.addVotes(votes.map(({ option }) => option));
  const chosen = new Set(votes.map(({ option }) => options.find(option)));
  return chosen.size === 1 ? null : 'the first two disagree';
}
