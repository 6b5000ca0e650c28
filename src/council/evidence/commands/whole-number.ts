import { failure, type Result, success } from '../../../kernel/result.js';

/** Digits and nothing else: no sign, no unit, no hexadecimal. */
export function wholeNumber(what: string, text: string, most: number): Result<number, string> {
  if (!/^\d{1,15}$/.test(text)) return failure(`${what} takes a whole number, not "${text}".`);
  const number = Number(text);
  return number > most ? failure(`${what} may be ${most} at most.`) : success(number);
}
