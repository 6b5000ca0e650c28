import type { Settings } from '../config/index.js';
import { createJournal, type Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import type { Redactor } from '../redaction/index.js';
import { guardedJournal } from './guarded-journal.js';

export interface OpenJournalOptions {
  readonly settings: Pick<Settings, 'storage'>;
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

/** The journal of a project. Nothing is read or written before it is asked for something. */
export function openJournal({ settings, projectFolder, environment, redactor, logger }: OpenJournalOptions): Journal {
  const folder = settings.storage.journalFolder;
  const journal = createJournal({ folder, claudeSessionId: environment.CLAUDE_CODE_SESSION_ID, logger });
  return guardedJournal(journal, { folder, projectFolder, redact: (text) => redactor.redact(text) });
}
