import type { Settings } from '../config/index.js';
import type { Logger } from '../kernel/logger.js';
import type { Redactor } from '../redaction/index.js';
import type { ProjectMemory } from '../storage/make-project-memory.js';

/** What the parts of one project's program are opened with. */
export interface PartContext {
  readonly settings: Settings;
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly redactor: Redactor;
  readonly memory: ProjectMemory;
  readonly logger: Logger;
}
