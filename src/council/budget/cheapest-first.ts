import { priceOf } from '../../models/index.js';
import type { Seat } from '../panel/seat.js';
import { DEFAULT_ANSWER, knownPrice } from './expectation.js';

/**
 * The two that are asked first: the cheapest, and the cheapest of another family, because two of one family would
 * agree for the same wrong reason. Undefined if there is no one to leave out, or if one of the two argues a side
 * that it was given: that they agree then says nothing of the question.
 */
export function cheapestPair(seats: readonly Seat[]): readonly Seat[] | undefined {
  return isPairBiased(seats) ? undefined : toPair(seats);
}

/** Checks whether the two would be asked first, were it not for a side that one of them was given. */
export function isPairBiased(seats: readonly Seat[]): boolean {
  return toPair(seats)?.some(({ stance }) => stance !== 'neutral') ?? false;
}

function toPair(seats: readonly Seat[]): readonly Seat[] | undefined {
  if (seats.length <= 2) return undefined;
  const byPrice = [...seats].sort((a, b) => compare(usualCost(a), usualCost(b)));
  const [first] = byPrice;
  const second = byPrice.find(({ family }) => family !== first?.family) ?? byPrice[1];
  // In the order of the table, so that everything that is listed keeps one order.
  return seats.filter((seat) => seat === first || seat === second);
}

/** An unknown price is not a low one. Seats of one price stay in the order they were named in. */
function usualCost(seat: Seat): number {
  const price = knownPrice(seat);
  return price === undefined
    ? Number.POSITIVE_INFINITY
    : priceOf({ inputTokens: DEFAULT_PROMPT, outputTokens: DEFAULT_ANSWER.low }, price);
}

/** Infinity minus infinity is not a number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const DEFAULT_PROMPT = 1_500;
