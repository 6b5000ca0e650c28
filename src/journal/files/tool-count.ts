import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs';
import { readText } from './read-text.js';
import type { Seat } from './seat.js';

export function readToolCount(seat: Seat): number {
  const count = Number.parseInt(readText(seat.toolCount) ?? '0', 10);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

export function writeToolCount(seat: Seat, count: number): void {
  writeOver(seat.toolCount, String(count));
}

/** Parallel calls may be told of in any order, but not a hundred calls apart. */
const MOST_CALLS = 100;

/** Notes that a call is counted. False if it was before: a hook may fire twice for one call. */
export function noteCountedCall(seat: Seat, toolUseId: string): boolean {
  const id = JSON.stringify(toolUseId.slice(0, 200));
  const known = (readText(seat.countedCalls) ?? '').split('\n').filter((line) => line !== '');
  if (known.includes(id)) return false;
  writeOver(seat.countedCalls, `${[...known, id].slice(-MOST_CALLS).join('\n')}\n`);
  return true;
}

/**
 * Written over what was there, without waiting for the disk: it happens at every tool call, it takes no new space on
 * a full disk, and after a power cut a check-in that comes a little late is no loss.
 */
function writeOver(path: string, text: string): void {
  const { O_RDWR, O_CREAT } = constants;
  const file = openSync(path, O_RDWR | O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o666);
  try {
    ftruncateSync(file, writeSync(file, text, 0));
  } finally {
    closeSync(file);
  }
}
