import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HookName } from '../hook-names.js';

export const TIMINGS_FILE = 'hook-timings.jsonl';

export interface HookTiming {
  readonly hook: HookName;
  readonly time: string;
  /** From the start of the process to its answer. */
  readonly ms: number;
  /** The handler's share of it. */
  readonly handler_ms: number;
  readonly spoke: boolean;
  /** The handler took longer than it should. */
  readonly slow?: true;
  readonly late?: true;
}

const MOST_BYTES = 262_144;

/**
 * Remembers how long a hook took. Only where there is a data folder already: a hook that says nothing leaves no trace
 * in a project that does not use it.
 */
export function appendTiming(dataFolder: string, timing: HookTiming): void {
  try {
    if (statSync(dataFolder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    const file = join(dataFolder, TIMINGS_FILE);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MOST_BYTES) renameSync(file, `${file}.1`);
    appendFileSync(file, `${JSON.stringify(timing)}\n`, { mode: 0o600 });
  } catch {
    // A statistic is worth no failure.
  }
}
