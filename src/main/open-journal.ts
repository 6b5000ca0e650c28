import type { Settings } from '../config/index.js';
import { createJournal, type Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import { thisProcess } from '../kernel/process-identity.js';
import type { Redactor } from '../redaction/index.js';
import { guardedJournal } from './guarded-journal.js';

export interface OpenJournalOptions {
  readonly settings: Pick<Settings, 'storage'>;
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** By which the journal knows a client to which Claude Code gave no session id. */
  readonly clientName?: string | undefined;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

/** The journal of a project. Nothing is read or written before it is asked for something. */
export function openJournal(options: OpenJournalOptions): Journal {
  const { settings, projectFolder, environment, clientName, redactor, logger } = options;
  const folder = settings.storage.journalFolder;
  const claudeSessionId = environment.CLAUDE_CODE_SESSION_ID || clientName;
  // A command at a terminal comes and goes: only a server works for one session all its life.
  const server = clientName === undefined ? thisProcess() : undefined;
  const journal = createJournal({ folder, claudeSessionId, server, logger });
  return guardedJournal(journal, { folder, projectFolder, redact: (text) => redactor.redact(text) });
}
