import { type HookIndex, loadHookIndex } from '../../guidance/hook.js';
import { captureOutcome, incrementToolCount, noteFailedTest } from '../../journal/hook.js';
import type { Handler, HookContext } from '../protocol/handler.js';
import { contextOf, type HookAnswer, NOTHING } from '../protocol/protocol.js';
import { journalOf } from '../shared/hook-journal.js';

/** Counts the call, and notes a test or a build that ended with it. */
export const postToolUse: Handler = (context) => noteInJournal(context, loadHookIndex(context.folders));

export async function noteInJournal(context: HookContext, { settings }: HookIndex): Promise<HookAnswer> {
  const { event, maySpeak } = context;
  const journal = journalOf(context, settings);
  await incrementToolCount(journal, event.toolUseId);
  const captured = await captureOutcome(journal, event.raw);
  const failedTest = captured === undefined ? await noteFailedTest(journal, event.raw) : undefined;
  if (failedTest === undefined || !maySpeak) return NOTHING;
  return contextOf(
    `Witan journal: \`${failedTest}\` has failed twice and no hypothesis is open; start_ghap records one before the next attempt.`,
  );
}
