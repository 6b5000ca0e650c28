import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import type { Program } from './compose.js';

/** The program of the server's project, made when the first tool needs it. */
export interface ProgramSource {
  open(): Promise<Program>;
}

export interface ProgramSourceOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /** Called once, when the configuration was read. */
  readonly onOpen: (program: Program) => void;
}

/**
 * The configuration is that of the session's project, whatever folder a single deliberation names. It is read when
 * the first tool needs it, so that `initialize` is answered at once; a faulty one is read again at the next call,
 * because the person corrects it without restarting the client.
 */
export function createProgramSource(options: ProgramSourceOptions): ProgramSource {
  return { open: openOnce(() => compose(options)).open };
}

async function compose({ onOpen, ...options }: ProgramSourceOptions): Promise<Program> {
  const { composeProgram } = await import('./compose.js');
  const program = await composeProgram(options);
  onOpen(program);
  for (const notice of program.settings.notices) options.logger.log('warn', 'configuration', { notice });
  return program;
}
