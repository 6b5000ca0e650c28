import type { OutputStream } from '../shell.js';

/** Limited, because long lines are hard to read. */
export function lineWidth(stream: OutputStream): number {
  return Math.min(windowWidth(stream), MAX_WIDTH);
}

export function windowWidth(stream: OutputStream): number {
  // A terminal of unknown size reports none, or 0.
  if (stream.columns !== undefined && stream.columns > 0) return stream.columns;
  return stream.isTerminal ? DEFAULT_TERMINAL : WITHOUT_TERMINAL;
}

const DEFAULT_TERMINAL = 80;
const WITHOUT_TERMINAL = 100;
const MAX_WIDTH = 120;
