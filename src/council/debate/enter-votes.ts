import type { Logger } from '../../kernel/logger.js';
import type { OptionBook } from '../options/option-book.js';
import type { OptionMatcher } from '../options/option-matcher.js';
import { answeredTurns, type RoundRecord } from './debate-record.js';

/** The first round's options are merged together and frozen; those of later rounds join them one by one. */
export async function enterVotes(
  book: OptionBook,
  matcher: OptionMatcher,
  held: RoundRecord,
  isFirst: boolean,
  logger: Logger,
): Promise<void> {
  // Nobody's words are options yet, and ids would only be mistaken for them.
  if (answeredTurns(held).length === 0) return;
  const votes = answeredTurns(held).flatMap(({ outcome }) =>
    outcome.vote.kind === 'vote' ? [outcome.vote.vote.option] : [],
  );
  // Without a likeness the words alone decide: no reason to lose the votes.
  const known = book.list().map(({ text }) => text);
  const named = votes.filter((option) => isFirst || book.find(option) === undefined);
  await matcher.prepare(known, named).catch((error: unknown) => {
    logger.log('warn', 'options_not_compared', { message: String(error) });
  });
  if (isFirst) book.enterFirstRound(votes);
  else for (const option of votes) book.enter(option);
}
