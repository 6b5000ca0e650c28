import { type HookIndex, loadHookIndex } from '../../guidance/hook.js';
import { captureOutcome, incrementToolCount, noteFailedTest, readOutcome } from '../../journal/hook.js';
import type { Handler, HookContext } from '../protocol/handler.js';
import { contextOf, type HookAnswer, NOTHING } from '../protocol/protocol.js';
import { journalOf } from '../shared/hook-journal.js';

/** Counts the call, and notes a test or a build that ended with it, also for the coach. */
export const handle: Handler = (context) => noteInJournal(context, loadHookIndex(context.folders));

export async function noteInJournal(context: HookContext, { settings }: HookIndex): Promise<HookAnswer> {
  const { event, maySpeak } = context;
  const journal = journalOf(context, settings);
  await incrementToolCount(journal, event.toolUseId);
  const captured = await captureOutcome(journal, event.raw);
  const failedTest = captured === undefined ? await noteFailedTest(journal, event.raw) : undefined;
  await reportOutcome(context);
  if (failedTest === undefined || !maySpeak) return NOTHING;
  return contextOf(
    `Witan journal: \`${failedTest}\` has failed twice and no hypothesis is open; start_ghap records one before the next attempt.`,
  );
}

/** During a coaching session the observer learns how a test or build ended. */
async function reportOutcome(context: HookContext): Promise<void> {
  const outcome = readOutcome(context.event.raw);
  if (outcome === undefined) return;
  const { kind, command: run, passed } = outcome;
  // Loaded only now: most calls are no test.
  const { tellCoach } = await import('../coach/tell-coach.js');
  await tellCoach(context, 'post-tool-use', { outcome: { kind, run, passed } });
}
