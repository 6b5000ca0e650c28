import { VERSION } from '../kernel/installation.js';
import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { ownStandardOutput } from '../kernel/own-standard-output.js';
import { redactingLogger } from '../kernel/redacting-logger.js';
import {
  coachingTools,
  councilTools,
  createClientSession,
  createMcpServer,
  decisionTools,
  guidanceTools,
  INSTRUCTIONS,
  journalTools,
  learningTools,
  type McpServer,
  serveOverStdio,
  type Tool,
} from '../mcp/index.js';
import { createFileLogger } from '../storage/file-logger.js';
import { closeInTime } from './close-in-time.js';
import type { Program } from './program.js';

/** The stdio MCP server, from the first byte to the end of the process. */
export async function serve(options: { readonly configFile?: string }): Promise<never> {
  // Before anything else can print.
  const output = ownStandardOutput();
  let opened: Program | undefined;
  const logger = redactingLogger(
    createFileLogger({ folder: () => opened?.settings.storage.dataFolder }),
    () => opened && ((text) => opened?.redactor.redactNow(text) ?? text),
  );
  const ending = endOnRequest(logger);
  const projectFolder = process.env.CLAUDE_PROJECT_DIR || process.cwd();
  const isInsideCouncil = process.env.WITAN_INSIDE_COUNCIL === '1';
  // The configuration is that of the session's project, whatever folder a deliberation names. It is read when a tool
  // first needs it, so that `initialize` is answered immediately. A faulty one is read again at the next call, because
  // the person corrects it without restarting the client.
  const { open } = openOnce(async () => {
    const { openProgram } = await import('./open-program.js');
    opened = await openProgram({ ...options, projectFolder, environment: process.env, logger });
    for (const notice of opened.settings.notices) logger.log('warn', 'configuration', { notice });
    return opened;
  });
  const session = createClientSession(open, logger);
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
    tools: [
      ...[...councilTools(open), ...decisionTools(open), ...journalTools(session.open)],
      ...[...learningTools(open), ...guidanceTools(open), ...(isInsideCouncil ? [] : coach.tools)],
    ],
    logger,
    isListChanging: true,
  });
  // Inside a council there is no session of an agent's own.
  if (!isInsideCouncil) server.protocol.oninitialized = () => session.begin();
  await serveOverStdio(server, { input: process.stdin, output, logger, signal: ending.signal });
  await closeInTime([() => session.end(), () => coach.close(), async () => opened?.close()], logger);
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
    // The state is unknown after an exception: it is safer to end in order than to continue.
    exitCode = 1;
    controller.abort();
  });
  process.stderr.on('error', () => undefined);
  return { signal: controller.signal, exitCode: () => exitCode };
}

interface ForwardOptions {
  readonly projectFolder: string;
  readonly logger: Logger;
  /** Called when a coach has begun or ended: the list of tools is another one. */
  readonly changed: () => void;
}

/** The tools of the coach, as far as `witan serve` is concerned: the process of the coach runs them. */
interface ForwardedTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** They are listed while a coach runs for the project. Nothing is loaded before the client asks for the list. */
function forwardToCoach({ projectFolder, logger, changed }: ForwardOptions): ForwardedTools {
  const { open, opened } = openOnce(async () => {
    const { followCoach } = await import('../http/follow-coach.js');
    return followCoach({ projectFolder, logger, changed });
  });
  const definitions = coachingTools(() => Promise.reject(new Error('the tools of the coach run in its own process')));
  return {
    tools: definitions.map((tool) => ({
      ...tool,
      isListed: async () => (await open()).isRunning(),
      call: async (rawArguments, call) => (await open()).callTool({ name: tool.name, rawArguments }, call),
    })),
    close: async () => (await opened())?.close(),
  };
}
