import { success } from '../../kernel/result.js';
import { overwriteOwnFile } from '../../storage/own-files/write-own-file.js';
import { readText } from '../files/read-text.js';
import type { SessionFiles } from '../files/session-files.js';
import type { JournalContext } from '../sessions/context.js';
import { openSession } from '../sessions/start-session.js';
import type { Journal } from './journal.js';
import { ownState, readOpen } from './reading.js';

type ToolCounting = Pick<Journal, 'incrementToolCount' | 'shouldCheckIn' | 'resetToolCount'>;

export const CHECK_IN_EVERY = 10;

export function createToolCounting(context: JournalContext): ToolCounting {
  const { withLock } = context;
  return {
    incrementToolCount: (toolUseId = '') =>
      withLock(async () => {
        const { files } = await openSession(context);
        if (toolUseId !== '' && !noteCountedCall(files, toolUseId)) return success(readToolCount(files));
        const count = readToolCount(files) + 1;
        writeToolCount(files, count);
        return success(count);
      }),

    async shouldCheckIn(frequency = CHECK_IN_EVERY) {
      const state = ownState(context);
      if (state === undefined || readToolCount(state.files) < frequency) return false;
      return (await readOpen(context)).entries.length > 0;
    },

    resetToolCount: () =>
      withLock(async () => {
        const state = ownState(context);
        if (state !== undefined) writeToolCount(state.files, 0);
        return success(undefined);
      }),
  };
}

function readToolCount(files: SessionFiles): number {
  const count = Number.parseInt(readText(files.toolCount) ?? '0', 10);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function writeToolCount(files: SessionFiles, count: number): void {
  overwriteOwnFile(files.toolCount, String(count));
}

/** Parallel calls may be reported in any order, but not a hundred calls apart. */
const MAX_CALLS = 100;

/** Notes that a call is counted. False if it was before: a hook may fire twice for one call. */
function noteCountedCall(files: SessionFiles, toolUseId: string): boolean {
  const id = JSON.stringify(toolUseId.slice(0, 200));
  const known = (readText(files.countedCalls) ?? '').split('\n').filter((line) => line !== '');
  if (known.includes(id)) return false;
  overwriteOwnFile(files.countedCalls, `${[...known, id].slice(-MAX_CALLS).join('\n')}\n`);
  return true;
}
