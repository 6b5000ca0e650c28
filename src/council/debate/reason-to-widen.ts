import { createOptionBook } from '../options/option-book.js';
import type { OptionMatcher } from '../options/option-matcher.js';
import { answeredTurns, type Turn } from './debate-record.js';
import { CONFIDENT } from './when-to-stop.js';

/** Why those who were asked first do not settle the question by themselves; null when they do. */
export async function reasonToWiden(turns: readonly Turn[], matcher: OptionMatcher): Promise<string | null> {
  const votes = answeredTurns({ turns }).flatMap(({ outcome }) =>
    outcome.vote.kind === 'vote' ? [outcome.vote.vote] : [],
  );
  if (votes.length < turns.length) return 'one of the first two gave no vote';
  if (votes.some(({ confidence }) => confidence < CONFIDENT)) return 'one of the first two is unsure';
  // A book of its own: the debate's is written once, with the options of everybody who answered blind.
  const options = votes.map(({ option }) => option);
  await matcher.prepare([], options).catch(() => undefined);
  const book = createOptionBook(matcher.same);
  book.enterFirstRound(options);
  const chosen = new Set(options.map((option) => book.find(option)));
  return chosen.size === 1 ? null : 'the first two disagree';
}
