import { nearestName } from '../../kernel/nearest-name.js';
import { UserError } from '../../kernel/user-error.js';

/** One of the values that an option accepts; undefined if it was not given. */
export function parseChoice<Word extends string>(
  option: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  const nearest = nearestName(given, words);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new UserError('validation_error', `${option}: "${given}" is not one of ${words.join(', ')}${hint}`);
}
