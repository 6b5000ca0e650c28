import { InvalidArgumentError } from 'commander';

/** How many lines of a list somebody wants to see. */
export function parseLimit(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value < 1 || value > MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX}.`);
  }
  return value;
}

const MAX = 10_000;
