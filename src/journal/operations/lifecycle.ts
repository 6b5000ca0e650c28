import { failure, type Result, success } from '../../kernel/result.js';
import { appendOwnLines } from '../../storage/own-files/append-own-lines.js';
import { removeOwnFile } from '../../storage/own-files/own-folder.js';
import type { OutcomeStatus, ResolvedEntry } from '../entry/entry.js';
import { abandonEntry, beginEntry, type NewEntry, resolveEntry, updateEntry } from '../entry/transitions.js';
import { type JournalFailure, resultMissing, tooManyOpen } from '../files/failure.js';
import { addOpenEntry, readOpenEntries, removeResolved, writeEntry } from '../files/open-entries.js';
import type { JournalContext } from '../sessions/context.js';
import { openSession } from '../sessions/start-session.js';
import { type CapturedOutcome, latestOutcome } from './captured-outcomes.js';
import { cleanNewEntry, cleanReason, cleanResolve, cleanUpdate } from './clean-input.js';
import type { Change, Journal, Resolution, Resolve } from './journal.js';
import { type ChosenEntry, chooseOpenEntry, MAX_OPEN_ENTRIES, ownOpenEntries, putDamagedAside } from './open-entry.js';

type Lifecycle = Pick<Journal, 'create' | 'update' | 'resolve' | 'abandon'>;

export function createLifecycle(context: JournalContext): Lifecycle {
  const { clock, withLock } = context;
  /** Runs a change of one open entry while the journal is locked. */
  const changeOne = <Value>(
    id: string | undefined,
    change: (chosen: ChosenEntry) => Promise<Result<Value, JournalFailure>>,
  ) =>
    withLock(async () => {
      const chosen = await chooseOpenEntry(context, id);
      return chosen.ok ? change(chosen.value) : chosen;
    });
  return {
    create: (raw) => withLock(() => create(context, raw)),

    update: (raw, id) =>
      changeOne(id, async ({ open }) => {
        const { input, warnings } = cleanUpdate(context, raw);
        const entry = updateEntry(open.entry, input, clock.now());
        await writeEntry(open.path, entry);
        return success({ entry, warnings });
      }),

    resolve: (raw, id) => changeOne(id, (chosen) => resolve(context, chosen, raw)),

    abandon: (raw, id) =>
      changeOne(id, async (chosen) => {
        const { input: reason, warnings } = cleanReason(context, raw);
        const entry = abandonEntry(chosen.open.entry, reason, clock.now());
        await close(context, chosen, entry);
        return success({ entry, warnings });
      }),
  };
}

async function create(
  context: JournalContext,
  raw: NewEntry,
): Promise<Result<Change<Parameters<typeof writeEntry>[1]>, JournalFailure>> {
  const session = await openSession(context);
  const { files, sessionId } = session;
  const open = readOpenEntries(files);
  const own = ownOpenEntries(session, open);
  if (own.length >= MAX_OPEN_ENTRIES) return failure(tooManyOpen(own));
  const backups = putDamagedAside(context, files, open);
  const orphan = open.entries.find(({ path, entry }) => path === files.current && entry.session_id !== sessionId);

  const { input, warnings } = cleanNewEntry(context, raw);
  const entry = beginEntry(input, sessionId, context.clock.now());
  await addOpenEntry(files, open, entry);
  if (own.length === 0) removeOwnFile(files.outcomes);
  context.logger.log('info', 'journal.created', { entry: entry.id, open: own.length + 1 });
  const notes = [
    ...(own.length === 0
      ? []
      : [`Also open: ${own.map(({ entry: { id } }) => id).join(', ')}; changes now need the id.`]),
    ...backups.map((backup) => `An open entry could not be read and was kept as ${backup}.`),
    ...(orphan === undefined
      ? []
      : [`The entry ${orphan.entry.id} of an earlier session is open; adopt or abandon it.`]),
  ];
  return success({ entry, warnings: [...warnings, ...notes] });
}

async function resolve(
  context: JournalContext,
  chosen: ChosenEntry,
  raw: Resolve,
): Promise<Result<Resolution, JournalFailure>> {
  const { files, open } = chosen;
  const { input, warnings } = cleanResolve(context, raw);
  const capturedOutcome = latestOutcome(files, open.entry);
  const result = input.result ?? (capturedOutcome && describeOutcome(capturedOutcome));
  if (result === undefined) return failure(resultMissing());
  const { autoCaptured, agreement, warning } = weighOutcome(input, capturedOutcome);
  const entry = resolveEntry(open.entry, { ...input, result, autoCaptured }, context.clock.now());
  await close(context, chosen, entry);
  return success({
    entry,
    agreement,
    ...(capturedOutcome !== undefined && { capturedOutcome }),
    warnings: warning === undefined ? warnings : [...warnings, warning],
  });
}

/** The line among the session's entries is the step that counts: after it the entry is resolved, whatever happens. */
async function close({ logger }: JournalContext, chosen: ChosenEntry, entry: ResolvedEntry): Promise<void> {
  const { files, sessionId, open, isOnly } = chosen;
  await appendOwnLines(files.entries, [JSON.stringify(entry)]);
  removeResolved(files, open, sessionId);
  if (isOnly) removeOwnFile(files.outcomes);
  logger.log('info', 'journal.resolved', { entry: entry.id, tier: entry.confidence_tier });
}

interface Claim {
  readonly status: OutcomeStatus;
  readonly autoCaptured?: boolean;
}

interface Weighing extends Pick<Resolution, 'agreement'> {
  readonly autoCaptured: boolean;
  readonly warning?: string;
}

/** Compares what the agent says with what its last test or build said. */
function weighOutcome({ status, autoCaptured = false }: Claim, captured: CapturedOutcome | undefined): Weighing {
  if (status === 'abandoned') return { autoCaptured: false, agreement: 'none' };
  if (captured === undefined) return { autoCaptured, agreement: 'none' };
  if (captured.passed === (status === 'confirmed')) return { autoCaptured: true, agreement: 'agrees' };
  const warning = `${describeOutcome(captured)}, which does not agree with ${status}; the entry stays silver.`;
  return { autoCaptured: false, agreement: 'disagrees', warning };
}

function describeOutcome({ command, passed }: CapturedOutcome): string {
  return `\`${command}\` ${passed ? 'passed' : 'failed'} after the last update`;
}
