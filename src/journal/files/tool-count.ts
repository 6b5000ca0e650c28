import { overwriteOwnFile } from '../../storage/own-files/write-own-file.js';
import { readText } from './read-text.js';
import type { Seat } from './seat.js';

export function readToolCount(seat: Seat): number {
  const count = Number.parseInt(readText(seat.toolCount) ?? '0', 10);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

export function writeToolCount(seat: Seat, count: number): void {
  overwriteOwnFile(seat.toolCount, String(count));
}

/** Parallel calls may be told of in any order, but not a hundred calls apart. */
const MOST_CALLS = 100;

/** Notes that a call is counted. False if it was before: a hook may fire twice for one call. */
export function noteCountedCall(seat: Seat, toolUseId: string): boolean {
  const id = JSON.stringify(toolUseId.slice(0, 200));
  const known = (readText(seat.countedCalls) ?? '').split('\n').filter((line) => line !== '');
  if (known.includes(id)) return false;
  overwriteOwnFile(seat.countedCalls, `${[...known, id].slice(-MOST_CALLS).join('\n')}\n`);
  return true;
}
