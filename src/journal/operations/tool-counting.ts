import { success } from '../../kernel/result.js';
import type { JournalContext } from '../context.js';
import { noteCountedCall, readToolCount, writeToolCount } from '../files/tool-count.js';
import type { Journal } from '../journal.js';
import { openSession } from '../sessions/start-session.js';
import { ownState, readCurrent } from './reading.js';

type ToolCounting = Pick<Journal, 'incrementToolCount' | 'shouldCheckIn' | 'resetToolCount'>;

export const CHECK_IN_EVERY = 10;

export function toolCountingOf(context: JournalContext): ToolCounting {
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
      return (await readCurrent(context)) !== null;
    },

    resetToolCount: () =>
      withLock(async () => {
        const state = ownState(context);
        if (state !== undefined) writeToolCount(state.files, 0);
        return success(undefined);
      }),
  };
}
