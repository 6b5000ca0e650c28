import type { OutputStream } from '../ports.js';

/** The columns to fill: a wide window does not make long lines easier to read. */
export function lineWidth(stream: OutputStream): number {
  return Math.min(windowWidth(stream), WIDEST);
}

/** The columns there are. */
export function windowWidth(stream: OutputStream): number {
  // A terminal that was never told its size reports none, or 0.
  if (stream.columns !== undefined && stream.columns > 0) return stream.columns;
  return stream.isTerminal ? DEFAULT_TERMINAL : WITHOUT_TERMINAL;
}

const DEFAULT_TERMINAL = 80;
const WITHOUT_TERMINAL = 100;
const WIDEST = 120;
