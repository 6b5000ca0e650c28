import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendOwnLinesSync } from '../../storage/own-files/append-own-lines.js';
import { renameOwnFile } from '../../storage/own-files/own-folder.js';
import type { HookName } from '../vocabulary.js';

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

const MAX_BYTES = 262_144;

/**
 * Remembers how long a hook took. Only where there is a data folder already: a hook that says nothing leaves no trace
 * in a project that does not use it.
 */
export function appendTiming(dataFolder: string, timing: HookTiming): void {
  try {
    const file = join(dataFolder, TIMINGS_FILE);
    // Only a first look: what opens or renames the file checks whose it is.
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined && !existsSync(dataFolder)) return;
    if (found !== undefined && found.size > MAX_BYTES) renameOwnFile(file, `${file}.1`);
    appendOwnLinesSync(file, [JSON.stringify(timing)]);
  } catch {
    // A statistic is not worth a failure.
  }
}
