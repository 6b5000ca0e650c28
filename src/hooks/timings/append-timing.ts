import { join } from 'node:path';
import { appendOwnLinesSync } from '../../storage/own-files/append-own-lines.js';
import { checkOwnFolder, statOwnFile } from '../../storage/own-files/open-own-file.js';
import { renameOwnFile } from '../../storage/own-files/own-folder.js';
import type { HookName } from '../protocol/hook-names.js';

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
    if (!checkOwnFolder(dataFolder)) return;
    const file = join(dataFolder, TIMINGS_FILE);
    const size = statOwnFile(file)?.size ?? 0;
    if (size > MAX_BYTES) renameOwnFile(file, `${file}.1`);
    appendOwnLinesSync(file, [JSON.stringify(timing)]);
  } catch {
    // A statistic is not worth a failure.
  }
}
