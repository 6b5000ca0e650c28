import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** The processes that carry a marker in their arguments and still run; zombies do not count. */
export function processesWith(marker: string): string[] {
  return execFileSync('ps', ['-eo', 'stat=,pid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line.includes(marker) && !line.trim().startsWith('Z') && !line.includes('ps -eo'));
}

/** Polls for a condition; says what it waited for when it never came. */
export async function waitUntil(what: string, isSo: () => boolean, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`still waiting after ${withinMs} ms: ${what}`);
    await delay(20);
  }
}
