import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs';
import { readText } from './read-text.js';
import type { Seat } from './seat.js';

export function readToolCount(seat: Seat): number {
  const count = Number.parseInt(readText(seat.toolCount) ?? '0', 10);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/**
 * Written over the old number, without waiting for the disk: it happens at every tool call, it takes no new space on
 * a full disk, and after a power cut a check-in that comes a little late is no loss.
 */
export function writeToolCount(seat: Seat, count: number): void {
  const { O_RDWR, O_CREAT } = constants;
  const file = openSync(seat.toolCount, O_RDWR | O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o666);
  try {
    ftruncateSync(file, writeSync(file, String(count), 0));
  } finally {
    closeSync(file);
  }
}
