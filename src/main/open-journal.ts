import {
  createJournal,
  type Journal,
  type JournalFailure,
  type Lesson,
  type Resolution,
  type RootCause,
} from '../journal/index.js';
import { thisProcess } from '../kernel/process-identity.js';
import { pathInside } from '../kernel/real-path.js';
import { failure, type Result, success } from '../kernel/result.js';
import type { PartContext } from './part-context.js';

/** The journal of a project. Nothing is read or written before it is asked for something. */
export function openJournal(context: PartContext, clientName: string | undefined): Journal {
  const { settings, projectFolder, environment, redactor, logger, memory } = context;
  const folder = settings.storage.journalFolder;
  const claudeSessionId = environment.CLAUDE_CODE_SESSION_ID || clientName;
  // A command at a terminal comes and goes: only a server works for one session all its life.
  const server = clientName === undefined ? thisProcess() : undefined;
  const journal = createJournal({ folder, claudeSessionId, server, logger, memory });
  return redactingJournal(journal, { folder, projectFolder, redact: (text) => redactor.redact(text) });
}

export interface RedactingJournalOptions {
  readonly folder: string;
  readonly projectFolder: string;
  readonly redact: (text: string) => Promise<string>;
}

/** The journal as every entry point uses it: no secret goes into its files, no path outside the project into its messages. */
export function redactingJournal(journal: Journal, options: RedactingJournalOptions): Journal {
  const { redact } = options;
  const shown = async <Value>(change: Promise<Result<Value, JournalFailure>>) => {
    const result = await change;
    return result.ok ? result : failure(shownFailure(result.error, options));
  };
  return {
    ...journal,
    create: async (input) => shown(journal.create(await redactTexts(input, redact))),
    update: async (input, id) => shown(journal.update(await redactTexts(input, redact), id)),
    async resolve({ rootCause, lesson, ...rest }, id) {
      const texts = await redactTexts(rest, redact);
      const resolved = await shown(
        journal.resolve(
          {
            ...texts,
            ...(rootCause !== undefined && { rootCause: await redactTexts<RootCause>(rootCause, redact) }),
            ...(lesson !== undefined && { lesson: await redactTexts<Lesson>(lesson, redact) }),
          },
          id,
        ),
      );
      return resolved.ok ? success(await shownResolution(resolved.value, redact)) : resolved;
    },
    abandon: async (reason, id) => shown(journal.abandon(await redact(reason), id)),
    abandonOrphan: async (reason, id) => shown(journal.abandonOrphan(await redact(reason), id)),
    adoptOrphan: async (id, session) => shown(journal.adoptOrphan(id, session)),
    deleteEntry: async (id) => shown(journal.deleteEntry(id)),
    startSession: async () => shown(journal.startSession()),
    ensureSession: async () => shown(journal.ensureSession()),
    endSession: async () => shown(journal.endSession()),
    leaveSession: async () => shown(journal.leaveSession()),
  };
}

/** Every field that is a text; words of a fixed list hold no secret and stay as they are. */
async function redactTexts<Fields extends object>(
  fields: Fields,
  redact: (text: string) => Promise<string>,
): Promise<Fields> {
  const redacted = await Promise.all(
    Object.entries(fields).map(async ([name, value]) => [
      name,
      typeof value === 'string' && !FIXED.has(name) ? await redact(value) : value,
    ]),
  );
  return Object.fromEntries(redacted) as Fields;
}

/** What a hook noted of a command was not redacted: hooks do not know which values are secret. */
async function shownResolution(resolution: Resolution, redact: (text: string) => Promise<string>): Promise<Resolution> {
  const { capturedOutcome, warnings } = resolution;
  return {
    ...resolution,
    warnings: await Promise.all(warnings.map(redact)),
    ...(capturedOutcome !== undefined && {
      capturedOutcome: { ...capturedOutcome, command: await redact(capturedOutcome.command) },
    }),
  };
}

const FIXED: ReadonlySet<string> = new Set(['domain', 'strategy', 'status', 'category']);

function shownFailure(error: JournalFailure, { folder, projectFolder }: RedactingJournalOptions): JournalFailure {
  const shown = pathInside(projectFolder, folder) ?? 'its folder';
  return { ...error, message: error.message.replaceAll(folder, shown) };
}
