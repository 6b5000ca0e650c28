import { InvalidArgumentError } from 'commander';

/** Which numbers make sense is the council's to say; here it only has to be one. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}
