import { FREE, type Price, priceOf } from '../../models/index.js';
import type { PastCalls, Range } from '../contract/estimate.js';
import type { Seat } from '../panel/seat.js';

/** What one call to a seat's model is likely to take. */
export interface Expectation {
  readonly seat: Seat;
  readonly past: PastCalls | undefined;
  /** Of an answer, from the usual to a long one. */
  readonly answerTokens: Range;
  readonly seconds: Range;
}

/** English prose has about four characters per token; code and other scripts have fewer. */
export const CHARACTERS_PER_TOKEN = 4;

/** The 400 words that are asked for, and a vote; thinking may double it. */
export const DEFAULT_ANSWER: Range = { low: 600, high: 1_200 };
const DEFAULT_SECONDS: Range = { low: 10, high: 60 };
const NOTHING: Range = { low: 0, high: 0 };

export function getExpectation(seat: Seat, past: PastCalls | undefined): Expectation {
  // A demo reads no tokens and takes no time: that is known.
  if (seat.adapter.kind === 'demo') return { seat, past, answerTokens: NOTHING, seconds: NOTHING };
  const { answerLength: answerTokens = DEFAULT_ANSWER, answerSeconds: seconds = DEFAULT_SECONDS } = past ?? {};
  return { seat, past, answerTokens, seconds };
}

/** A tool may add long instructions to every prompt, which only its past calls show. */
export function promptTokensFor({ seat, past }: Expectation, measured: number): number {
  return seat.adapter.kind === 'demo' ? 0 : measured + (past?.addedTokens ?? 0);
}

export interface CallTokens {
  readonly input: number;
  readonly output: number;
}

/** By the registry's price, else what past calls cost; undefined where neither is known. */
export function expectedCost(
  { seat, past }: Expectation,
  { input, output }: CallTokens,
  end: keyof Range,
): number | undefined {
  const price = knownPrice(seat);
  return price === undefined ? past?.callUsd?.[end] : priceOf({ inputTokens: input, outputTokens: output }, price);
}

/** A demo costs nothing, and that is known. */
export function knownPrice({ adapter, price }: Seat): Price | undefined {
  return adapter.kind === 'demo' ? FREE : price;
}
