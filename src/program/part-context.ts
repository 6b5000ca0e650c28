import type { Settings } from '../config/index.js';
import type { Logger } from '../kernel/logger.js';
import type { Redactor } from '../redaction/index.js';
import type { KnownDatabases } from '../storage/index.js';

/** What the parts of one project's program are opened with. */
export interface PartContext {
  readonly settings: Settings;
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly redactor: Redactor;
  /** Which databases are this user's own. */
  readonly known: KnownDatabases;
  readonly logger: Logger;
}
