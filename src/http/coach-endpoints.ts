import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import type { CoachPage } from '../coaching/index.js';
import { type ChangedSession, changeSession, type SessionRequest } from './change-session.js';
import type { CoachAccess } from './guard/check-request.js';
import { createMcpSessions } from './mcp/mcp-sessions.js';
import { refuseUpgrade, type Upgrade } from './start-server.js';
import { type CoachSocket, createCoachSocket } from './websocket/coach-socket.js';

const MAX_PROMPT_LENGTH = 20_000;

/** What a hook of Claude Code sends. */
export const HOOK_REPORT = z.object({
  hook: z.enum(['pre-tool-use', 'post-tool-use', 'session-start', 'user-prompt-submit', 'session-end']),
  agentSession: z.string().max(200),
  /** Missing for a hook that an earlier version registered. */
  isForAllTools: z.boolean().default(false),
  /** What the person wrote, or the beginning of it. */
  prompt: z.string().max(MAX_PROMPT_LENGTH).optional(),
  tool: z.object({ name: z.string().max(200), isHeld: z.boolean() }).optional(),
  /** A test or build that ended. */
  outcome: z.object({ kind: z.enum(['test', 'build']), run: z.string().max(200), passed: z.boolean() }).optional(),
});

type HookReport = z.infer<typeof HOOK_REPORT>;

interface HookAnswer {
  /** For the model; empty if there is nothing to say. */
  readonly context: string;
}

export interface CoachOptions {
  readonly access: CoachAccess;
  /** What the messages of a page can do. */
  readonly page: CoachPage;
  /** Connects a new MCP server to an agent that begins a session. */
  readonly connectAgent: (transport: Transport) => Promise<void>;
  /** A line for the person who started the server. */
  readonly log: (line: string) => void;
  /** What only helps to find a fault: pages and agents that come and go. */
  readonly trace: (line: string) => void;
  /** The name of the setting that chose the port. */
  readonly portSetting?: string;
}

/** What the server has in addition with the coach: `/ws` for pages and `/mcp` for agents. */
export interface CoachEndpoints {
  readonly access: CoachAccess;
  readonly upgrade: Upgrade;
  readonly answerAgent: (request: Request) => Promise<Response>;
  readonly broadcast: CoachSocket['broadcast'];
  /** For the person's command line. */
  readonly changeSession: (request: SessionRequest) => Promise<ChangedSession>;
  /** A hook of Claude Code ran: from now on pages say that writes are held, if it is asked about all of them. The answer is a text for the agent. */
  readonly answerHook: (report: HookReport) => Promise<HookAnswer>;
  /** Another program removed or changed the state file, without which hooks hold nothing. */
  readonly stateRestored: (problem?: string) => void;
  /** Whether a page is connected. */
  readonly hasPages: () => boolean;
  /** Tells pages whether writes are held and how many agents are connected. */
  sendStatus(): void;
  /** Begins to tell pages what changes on disk. */
  watch(): void;
  /** Ends the sessions of agents, then the connections of pages. */
  close(): Promise<void>;
}

export function openCoachEndpoints(options: CoachOptions, pageOpened: () => () => void): CoachEndpoints {
  const { page, log, trace, connectAgent: connect } = options;
  const coachModel = followModel(page, () => sendStatus());
  const status = () => ({
    writes: page.sessions.writes(),
    agents: agents.size(),
    problem: page.storage.problem(),
    ...coachModel.status(),
  });
  const sendStatus = () => socket.broadcast('coach:status', status());
  const connected = () => {
    coachModel.look();
    return pageOpened();
  };
  const socket = createCoachSocket({ coach: page, status, pageOpened: connected, log: trace });
  const agents = createMcpSessions({ connect, clock: page.clock, log: trace, changed: sendStatus });
  const watcher = createWatcher(page, socket);
  coachModel.look();
  page.storage.onProblem(sendStatus);
  return {
    access: options.access,
    upgrade(request, stream, head) {
      if (socket.accept(request, stream, head)) return;
      refuseUpgrade(stream, { status: 503, reason: 'Too many pages are open: close some of them.' });
    },
    ...{ answerAgent: agents.answer, broadcast: socket.broadcast },
    hasPages: () => socket.all().length > 0,
    changeSession: (request) => changeSession(page.sessions, request),
    async answerHook({ hook, agentSession, isForAllTools, prompt = '', outcome }) {
      // A session of Claude Code that ends does not end the coaching session: the person may start another one.
      if (hook === 'session-end') {
        trace(`session ${agentSession} of Claude Code ended`);
        return { context: '' };
      }
      if (outcome?.kind === 'test') page.observer.noteTestRun({ run: outcome.run, passed: outcome.passed });
      const before = page.sessions.writes();
      if (isForAllTools) page.sessions.hookReported();
      if (page.sessions.writes() !== before) sendStatus();
      // The agent waits for the answer, and not for this.
      if (prompt !== '') void page.notePrompt(prompt).catch((cause) => page.warn('prompt_not_kept', { cause }));
      return { context: hook === 'user-prompt-submit' ? await page.describeForPrompt(agentSession) : '' };
    },
    stateRestored(problem) {
      if (problem === undefined) return log(STATE_RESTORED);
      log(`${STATE_LOST} (${problem})`);
      page.sessions.protectionLost();
      sendStatus();
    },
    sendStatus,
    watch: () => watcher.start(),
    async close() {
      log(`closing ${agents.size()} sessions of agents`);
      await agents.close();
      log(`closing ${socket.all().length} connections of pages`);
      await socket.close();
      await watcher.stop();
    },
  };
}

/** Which model coaches. Without one it looks again when a page connects: the person may have logged in since then. */
function followModel({ findModel, clock }: Pick<CoachPage, 'findModel' | 'clock'>, changed: () => void) {
  let model: string | null | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    status: () => (model === undefined ? {} : { model }),
    look(): void {
      const now = clock.now().getTime();
      if (typeof model === 'string' || now - lookedAt < MIN_PAUSE_MS) return;
      lookedAt = now;
      // Looking for a program can take a second, for which neither the start nor a page waits.
      void findModel().then((found) => {
        if (found === model) return;
        model = found;
        changed();
      });
    },
  };
}

const MIN_PAUSE_MS = 30_000;

/** Tells pages what changes on disk. */
function createWatcher({ files, warn }: Pick<CoachPage, 'files' | 'warn'>, socket: CoachSocket) {
  let watching: Promise<(() => Promise<void>) | undefined> | undefined;
  const sendTree = async () => {
    if (socket.all().length === 0) return;
    try {
      socket.broadcast('fs:tree', { root: await files.tree() });
    } catch (error) {
      warn('tree_failed', { cause: error });
    }
  };
  const lookAgain = atMostEvery(TREE_PAUSE_MS, sendTree);
  return {
    start(): void {
      watching = files
        .watch(
          (update) => socket.broadcast('fs:tree_update', update),
          () => lookAgain.ask(),
        )
        .catch((error: unknown) => {
          warn('watch_failed', { cause: error });
          return undefined;
        });
    },
    async stop(): Promise<void> {
      lookAgain.stop();
      await (await watching)?.();
    },
  };
}

/** The tree of a large project is megabytes. */
const TREE_PAUSE_MS = 2_000;

/** At once if nothing runs, otherwise once more after it and a pause. */
function atMostEvery(pauseMs: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isAsked = false;
  const run = async () => {
    isRunning = true;
    isAsked = false;
    await work();
    timer = setTimeout(() => {
      isRunning = false;
      if (isAsked) void run();
    }, pauseMs).unref();
  };
  return {
    ask(): void {
      isAsked = true;
      if (!isRunning) void run();
    },
    stop: () => clearTimeout(timer),
  };
}

const STATE_RESTORED = 'the state file of this coach was changed or removed by another program, and is restored';
const STATE_LOST = 'the state file of this coach is gone and cannot be written: the writes of Claude Code are not held';
