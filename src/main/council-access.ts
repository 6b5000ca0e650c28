import type { Logger } from '../kernel/logger.js';
import type { CouncilAccess, OpenCouncil } from '../mcp/index.js';
import type { Program } from './compose.js';
import { createModelCatalogue } from './model-catalogue.js';

export interface CouncilAccessOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /** Called once, when the configuration was read. `close` is to be called at the end. */
  onOpen(facts: {
    readonly dataFolder: string;
    readonly close: () => Promise<void>;
    readonly redactNow: Program['redactNow'];
  }): void;
}

/**
 * The configuration is that of the session's project, whatever folder a single deliberation names. It is read when
 * the first tool needs it, so that `initialize` is answered at once; a faulty one is read again at the next call,
 * because the person corrects it without restarting the client.
 */
export function createCouncilAccess(options: CouncilAccessOptions): CouncilAccess {
  let opened: Promise<OpenCouncil> | undefined;
  return {
    defaultWorkingDirectory: options.projectFolder,
    async open() {
      opened ??= openCouncil(options);
      try {
        return await opened;
      } catch (error) {
        opened = undefined;
        throw error;
      }
    },
  };
}

async function openCouncil(options: CouncilAccessOptions): Promise<OpenCouncil> {
  const { composeProgram } = await import('./compose.js');
  const { projectFolder, configFile, environment, logger } = options;
  const program = await composeProgram({
    projectFolder,
    environment,
    logger,
    ...(configFile === undefined ? {} : { configFile }),
  });
  options.onOpen({
    dataFolder: program.settings.storage.dataFolder,
    close: program.close,
    redactNow: program.redactNow,
  });
  for (const notice of program.settings.notices) logger.log('warn', 'configuration', { notice });
  return {
    council: program.council,
    catalogue: createModelCatalogue(program.directory),
    maxRoundsInResponse: program.settings.mcp.maxRoundsInResponse,
    progressIntervalMs: program.settings.mcp.progressIntervalMs,
  };
}
