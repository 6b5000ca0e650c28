import type { Logger } from '../kernel/logger.js';
import { ownStandardOutput } from '../kernel/own-standard-output.js';
import {
  councilTools,
  createMcpServer,
  decisionTools,
  guidanceTools,
  INSTRUCTIONS,
  journalTools,
  learningTools,
  serveOverStdio,
} from '../mcp/index.js';
import { createFileLogger } from '../storage/file-logger.js';
import { closeInTime } from './close-in-time.js';
import { createCouncilAccess } from './council-access.js';
import { createDecisionsAccess } from './decisions-access.js';
import { createGuidanceAccess } from './guidance-access.js';
import { createJournalAccess } from './journal-access.js';
import { createLearningAccess } from './learning-access.js';
import { createProgramSource } from './program-source.js';
import { redactingLogger } from './redacting-logger.js';
import { VERSION } from './version.js';

/** The stdio MCP server, from the first byte to the end of the process. */
export async function serve(options: { readonly configFile?: string }): Promise<never> {
  // Before anything else can print.
  const output = ownStandardOutput();
  const opened: { dataFolder?: string; close?: () => Promise<void>; redactNow?: (text: string) => string } = {};
  const logger = redactingLogger(createFileLogger({ folder: () => opened.dataFolder }), () => opened.redactNow);
  const ending = endOnRequest(logger);
  const projectFolder = process.env.CLAUDE_PROJECT_DIR || process.cwd();
  const source = createProgramSource({
    ...options,
    projectFolder,
    environment: process.env,
    logger,
    onOpen: ({ settings, close, redactNow }) => {
      Object.assign(opened, { dataFolder: settings.storage.dataFolder, close, redactNow });
    },
  });
  const decisions = createDecisionsAccess(source);
  const journal = createJournalAccess(source, logger);
  const server = createMcpServer({
    name: 'witan',
    version: VERSION,
    instructions: INSTRUCTIONS,
    tools: [
      ...councilTools(createCouncilAccess(projectFolder, source), decisions),
      ...decisionTools(decisions),
      ...journalTools(journal),
      ...learningTools(createLearningAccess(source)),
      ...guidanceTools(createGuidanceAccess(source)),
    ],
    logger,
  });
  // Inside a council there is no session of an agent's own.
  if (process.env.WITAN_INSIDE_COUNCIL !== '1') server.protocol.oninitialized = () => journal.begin();
  await serveOverStdio(server, { input: process.stdin, output, logger, signal: ending.signal });
  await closeInTime([() => journal.end(), opened.close], logger);
  process.exit(ending.exitCode());
}

interface Ending {
  readonly signal: AbortSignal;
  exitCode(): number;
}

function endOnRequest(logger: Logger): Ending {
  const controller = new AbortController();
  let exitCode = 0;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  process.on('unhandledRejection', (error) => logger.log('error', 'unhandled_rejection', { error }));
  process.on('uncaughtException', (error) => {
    logger.log('error', 'uncaught_exception', { error });
    // What threw left an unknown state behind: better to end in order than to go on with it.
    exitCode = 1;
    controller.abort();
  });
  process.stderr.on('error', () => undefined);
  return { signal: controller.signal, exitCode: () => exitCode };
}
