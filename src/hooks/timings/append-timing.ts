import { closeSync, constants, existsSync, lstatSync, openSync, renameSync, writeSync } from 'node:fs';
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
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
// A link in a project that was cloned could name any file of the user; a named pipe would never be opened.
const APPEND = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK;

/**
 * Remembers how long a hook took. Only where there is a data folder already: a hook that says nothing leaves no trace
 * in a project that does not use it.
 */
export function appendTiming(dataFolder: string, timing: HookTiming): void {
  try {
    const file = join(dataFolder, TIMINGS_FILE);
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts === undefined && !existsSync(dataFolder)) return;
    if (facts !== undefined && facts.size > MOST_BYTES) renameSync(file, `${file}.1`);
    const descriptor = openSync(file, APPEND, 0o600);
    try {
      writeSync(descriptor, `${JSON.stringify(timing)}\n`);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // A statistic is worth no failure.
  }
}
