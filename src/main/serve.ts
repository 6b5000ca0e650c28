import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { ownStandardOutput } from '../kernel/own-standard-output.js';
import {
  councilTools,
  createMcpServer,
  decisionTools,
  guidanceTools,
  INSTRUCTIONS,
  type JournalPart,
  journalTools,
  learningTools,
  type McpServer,
  type Open,
  serveOverStdio,
} from '../mcp/index.js';
import { createFileLogger } from '../storage/file-logger.js';
import { closeInTime } from './close-in-time.js';
import type { Program } from './compose.js';
import { forwardToCoach } from './forward-to-coach.js';
import { VERSION } from './installation.js';
import { openServerJournal } from './open-server-journal.js';
import { redactingLogger } from './redacting-logger.js';

/** The stdio MCP server, from the first byte to the end of the process. */
export async function serve(options: { readonly configFile?: string }): Promise<never> {
  // Before anything else can print.
  const output = ownStandardOutput();
  let opened: Program | undefined;
  const logger = redactingLogger(createFileLogger({ folder: () => opened?.memory.find() }), () => opened?.redactNow);
  const ending = endOnRequest(logger);
  const projectFolder = process.env.CLAUDE_PROJECT_DIR || process.cwd();
  const isInsideCouncil = process.env.WITAN_INSIDE_COUNCIL === '1';
  // The configuration is that of the session's project, whatever folder a deliberation names. It is read when a tool
  // first needs it, so that `initialize` is answered immediately. A faulty one is read again at the next call, because
  // the person corrects it without restarting the client.
  const { open } = openOnce(async () => {
    const { composeProgram } = await import('./compose.js');
    opened = await composeProgram({ ...options, projectFolder, environment: process.env, logger });
    for (const notice of opened.settings.notices) logger.log('warn', 'configuration', { notice });
    return opened;
  });
  const journal = openServerJournal(open, logger);
  const coach = forwardToCoach({
    projectFolder,
    logger,
    // A client that is gone by now needs no list.
    changed: () => void server.protocol.sendToolListChanged().catch(() => undefined),
  });
  const server: McpServer = createMcpServer({
    name: 'witan',
    version: VERSION,
    instructions: INSTRUCTIONS,
    tools: [...toolsOf(open, journal.open, projectFolder), ...(isInsideCouncil ? [] : coach.tools)],
    logger,
    isListChanging: true,
  });
  // Inside a council there is no session of an agent's own.
  if (!isInsideCouncil) server.protocol.oninitialized = () => journal.begin();
  await serveOverStdio(server, { input: process.stdin, output, logger, signal: ending.signal });
  await closeInTime([() => journal.end(), () => coach.close(), async () => opened?.close()], logger);
  process.exit(ending.exitCode());
}

function toolsOf(open: Open<Program>, openJournal: Open<JournalPart>, projectFolder: string) {
  return [
    ...councilTools(async () => {
      const { council, directory, settings, decisions } = await open();
      const [{ createModelCatalog }, { readTrackRecords }, { viewUrl }] = await Promise.all([
        import('./model-catalog.js'),
        import('./open-decisions.js'),
        import('./view-url.js'),
      ]);
      return {
        council,
        projectFolder,
        catalog: createModelCatalog(directory),
        trackRecords: () => readTrackRecords(decisions),
        viewUrl: (id) => viewUrl(projectFolder, id),
        ...settings.mcp,
      };
    }),
    ...decisionTools({
      // With a configuration that cannot be read, the call itself reports what is wrong with it.
      isEnabled: () =>
        open().then(
          ({ decisions }) => decisions !== undefined,
          () => true,
        ),
      open: async () => (await import('./open-decisions.js')).openDecisionHistory(await open()),
    }),
    ...journalTools(openJournal),
    ...learningTools(async () => (await open()).learning.open()),
    ...guidanceTools(async () => (await open()).knowledge.open()),
  ];
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
    // The state is unknown after an exception: it is safer to end in order than to continue.
    exitCode = 1;
    controller.abort();
  });
  process.stderr.on('error', () => undefined);
  return { signal: controller.signal, exitCode: () => exitCode };
}
