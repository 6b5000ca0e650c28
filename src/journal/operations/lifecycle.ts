import { success } from '../../kernel/result.js';
import { appendOwnLines } from '../../storage/own-files/append-own-lines.js';
import type { JournalContext } from '../context.js';
import { abandonEntry, resolveEntry, updateEntry } from '../entry/transitions.js';
import { clearCurrent, writeCurrent } from '../files/current-entry.js';
import type { Journal } from '../journal.js';
import { latestOutcome } from '../outcomes/captured-outcomes.js';
import { weighOutcome } from '../outcomes/weigh-outcome.js';
import { expectActive } from './active-entry.js';
import { begin } from './begin.js';
import { cleanReason, cleanResolve, cleanUpdate } from './clean-input.js';

type Lifecycle = Pick<Journal, 'create' | 'supersede' | 'update' | 'resolve' | 'abandon'>;

export function lifecycleOf(context: JournalContext): Lifecycle {
  const { clock, withLock, logger } = context;
  return {
    create: (input) => withLock(() => begin(context, input, 'refuse')),
    supersede: (input) => withLock(() => begin(context, input, 'supersede')),

    update: (raw) =>
      withLock(async () => {
        const active = await expectActive(context);
        if (!active.ok) return active;
        const { files, entry } = active.value;
        const { input, warnings } = cleanUpdate(context, raw);
        const updated = updateEntry(entry, input, clock.now());
        await writeCurrent(files, updated);
        return success({ entry: updated, warnings });
      }),

    resolve: (raw) =>
      withLock(async () => {
        const active = await expectActive(context);
        if (!active.ok) return active;
        const { files, entry } = active.value;
        const { input, warnings } = cleanResolve(context, raw);
        const capturedOutcome = latestOutcome(files, entry);
        const { autoCaptured, agreement, warning } = weighOutcome(input, capturedOutcome);
        const resolved = resolveEntry(entry, { ...input, autoCaptured }, clock.now());
        await appendOwnLines(files.entries, [JSON.stringify(resolved)]);
        clearCurrent(files);
        logger.log('info', 'journal.resolved', { entry: entry.id, tier: resolved.confidence_tier, agreement });
        return success({
          entry: resolved,
          agreement,
          ...(capturedOutcome !== undefined && { capturedOutcome }),
          warnings: warning === undefined ? warnings : [...warnings, warning],
        });
      }),

    abandon: (raw) =>
      withLock(async () => {
        const active = await expectActive(context);
        if (!active.ok) return active;
        const { files, entry } = active.value;
        const { input: reason, warnings } = cleanReason(context, raw);
        const abandoned = abandonEntry(entry, reason, clock.now());
        await appendOwnLines(files.entries, [JSON.stringify(abandoned)]);
        clearCurrent(files);
        logger.log('info', 'journal.abandoned', { entry: entry.id });
        return success({ entry: abandoned, warnings });
      }),
  };
}
