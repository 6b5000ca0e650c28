import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { CoachError } from '../../src/coaching/coach-error.js';
import type { CoachPage, SessionSummary } from '../../src/coaching/index.js';
import type { Announce } from '../../src/coaching/sessions/session-state.js';
import type { CoachOptions } from '../../src/http/coach-endpoints.js';
import type { PageMessage, ToPage, ToServer } from '../../src/http/websocket/protocol.js';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { createMcpServer } from '../../src/mcp/index.js';
import { servePages } from './pages-fixture.js';
import { scratchFolder } from './scratch-folder.js';

/** What the handlers asked the program for, in order. */
type Called = readonly [name: string, ...given: unknown[]];

export interface RecordedPage {
  readonly page: CoachPage;
  readonly called: Called[];
  readonly warnings: Called[];
  readonly folder: string;
  /** As if a file changed on disk. */
  changeOnDisk(update: ToPage['fs:tree_update']): void;
}

/** What the handlers of messages use. */
type UsedParts = {
  [Name in keyof CoachPage]: CoachPage[Name] extends (...given: never[]) => unknown
    ? CoachPage[Name]
    : Partial<CoachPage[Name]>;
};

/** The coach of a folder of files; everything but the files is only noted. */
export function recordedPage(changed: Partial<UsedParts> = {}): RecordedPage {
  const folder = scratchFolder('coached');
  const called: Called[] = [];
  const warnings: Called[] = [];
  const listeners = new Set<(update: ToPage['fs:tree_update']) => void>();
  const note =
    <Value>(name: string, value: Value) =>
    async (...given: unknown[]) => {
      called.push([name, ...given]);
      return value;
    };
  const page: UsedParts = {
    projectName: 'coached',
    projectId: 'project-1',
    clock: systemClock,
    describeForPrompt: note('describeForPrompt', 'a session is active'),
    notePrompt: note('notePrompt', undefined),
    files: {
      async read(name) {
        const file = path.join(folder, name);
        if (!existsSync(file)) throw new CoachError('NOT_FOUND', `there is no ${name}`);
        const content = readFileSync(file, 'utf8');
        return {
          path: name,
          content,
          language: 'typescript',
          lineCount: content.split('\n').length,
          version: versionOf(content),
        };
      },
      async write({ path: name, content, version }) {
        const file = path.join(folder, name);
        const stored = existsSync(file) ? readFileSync(file, 'utf8') : null;
        const current = stored === null ? null : versionOf(stored);
        if (version !== undefined && version !== current)
          throw new CoachError('CONFLICT', `${name} was changed on disk`, { content: stored, version: current });
        writeFileSync(file, content);
        return { version: versionOf(content) };
      },
      tree: async () => ({ name: 'coached', path: '', type: 'directory', children: [] }),
      create: note('files.create', undefined),
      rename: note('files.rename', undefined),
      remove: note('files.remove', { trashId: 'trash-1' }),
      removed: note('files.removed', [{ trashId: 'trash-1', path: 'old.ts', removedAt: '2026-11-17T10:00:00.000Z' }]),
      restore: note('files.restore', { path: 'old.ts' }),
      async watch(listener) {
        listeners.add(listener);
        return async () => void listeners.delete(listener);
      },
    },
    storage: { problem: () => null, onProblem: () => undefined },
    buffers: {
      update: note('buffers.update', undefined),
      close: note('buffers.close', undefined),
      openFiles: () => [],
      unsaved: () => [],
    },
    actions: { log: note('actions.log', undefined) },
    sessions: recordedSessions(called),
    dashboard: {
      load: note('dashboard.load', undefined),
      refreshIssues: () => void called.push(['dashboard.refreshIssues']),
      setGapAddressed: note('dashboard.setGapAddressed', undefined),
    },
    observer: {
      status: () => ({ active: false, muted: false, lastEvaluation: null }),
      mute: note('observer.mute', undefined),
      pending: async () => null,
      dismiss: note('observer.dismiss', undefined),
      noteTestRun: (run) => void called.push(['observer.noteTestRun', run]),
    },
    council: { ask: note('council.ask', undefined), lastAnswer: () => null },
    explaining: {
      explain: (request) => void called.push(['explaining.explain', request]),
      reviewPhase: () => void called.push(['explaining.reviewPhase']),
      explanations: () => [],
      reviews: async () => [],
    },
    practice: {
      review(solution, announce) {
        called.push(['practice.review', solution]);
        announce('review:response', REVIEWED);
      },
      load: note('practice.load', LOADED_KATA),
    },
    // No status is sent for it.
    findModel: () => new Promise(() => {}),
    warn: (...warning) => void warnings.push(warning),
    ...changed,
  };
  const changeOnDisk = (update: ToPage['fs:tree_update']) => {
    for (const listener of listeners) listener(update);
  };
  return { page: page as CoachPage, called, warnings, folder, changeOnDisk };
}

/** Notes what is asked for and announces what real sessions would. */
function recordedSessions(called: Called[]): Partial<CoachPage['sessions']> {
  const note =
    <Given extends unknown[], Value>(name: string, value: Value, tell: (announce: Announce) => void) =>
    async (...given: [...Given, Announce?]) => {
      const announce = given.at(-1);
      called.push([`sessions.${name}`, ...(typeof announce === 'function' ? given.slice(0, -1) : given)]);
      if (typeof announce === 'function') tell(announce as Announce);
      return value;
    };
  const update = { phase: PHASE, status: PHASE.status, description: PHASE.description };
  return {
    current: async () => null,
    unfinished: async () => [],
    lastSummary: async () => null,
    start: note('start', SESSION, (announce) => announce('session:started', { ...SESSION, openFiles: [] })),
    resume: note('resume', SESSION, (announce) =>
      announce('session:resumed', { restoredState: SESSION, messages: [], reviews: [] }),
    ),
    end: note('end', SUMMARY, (announce) => announce('session:ended', { summary: SUMMARY })),
    async setPaused(isPaused) {
      called.push(['sessions.setPaused', isPaused]);
      return SESSION;
    },
    updatePhase: note('updatePhase', PHASE, (announce) => announce('coaching:phase_update', update)),
    createPhase: note('createPhase', PHASE, (announce) => announce('coaching:phase_update', update)),
    deletePhase: note('deletePhase', [PHASE], (announce) => announce('coaching:phases', { phases: [PHASE] })),
    movePhase: note('movePhase', [PHASE], (announce) => announce('coaching:phases', { phases: [PHASE] })),
    setHintLevel: async (level, announce) => {
      called.push(['sessions.setHintLevel', level]);
      announce?.('hints:level', { level });
    },
    showMoreHints: note('showMoreHints', undefined, (announce) =>
      announce('hints:level', { level: 'file', hintsUsed: 1 }),
    ),
    marks: async () => ({ highlights: [], fileHints: [], messages: [] }),
    writes: () => 'no_session',
    hookReported: () => undefined,
    protectionLost: () => void called.push(['sessions.protectionLost']),
  };
}

const REVIEWED: ToPage['review:response'] = {
  kataId: 'kata-1',
  correct: true,
  feedback: 'Well done.',
  level: 5,
  passed: true,
  followUp: null,
  dreyfusSignal: 'stable',
  unlockedConstraints: [],
};

const LOADED_KATA: ToPage['practice:kata_load'] = {
  kata: {
    id: 'kata-1',
    title: 'Count the words',
    topic: 'maps',
    description: 'Count them.',
    scaffoldingCode: '',
    attempts: [],
    bestLevel: null,
    dueAt: null,
  },
  constraints: [],
  reviewing: [],
};

const SUMMARY: SessionSummary = {
  sessionId: 'session-1',
  sessionStatus: 'completed',
  durationMs: 5,
  phasesCompleted: 0,
  knowledgeGaps: 0,
  kataSpecs: 0,
  dreyfusUpdates: 0,
  memoriesStored: 0,
};

const PHASE = {
  id: 'phase-1',
  number: 1,
  title: 'Read the parser',
  description: 'Find where lines are split.',
  status: 'active',
  hintLevel: 'none',
  expectedFiles: ['src/parser.ts'],
} as const satisfies ToPage['coaching:phase_update']['phase'];

const SESSION = {
  sessionId: 'session-1',
  issueContext: { number: 7, title: 'Lines are lost', summary: '', labels: [], url: null },
  phases: [{ ...PHASE, expectedFiles: [...PHASE.expectedFiles] }],
  plan: null,
  hintLevel: 'none',
  hintsUsed: 0,
  isPaused: false,
} as const satisfies ToPage['session:started'];

function versionOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

export interface ServedCoach extends Awaited<ReturnType<typeof servePages>> {
  readonly recorded: RecordedPage;
  readonly logged: string[];
}

/** A coach on a real socket, ended with the test. */
export async function serveCoach(changed: Partial<CoachOptions> = {}, recorded = recordedPage()): Promise<ServedCoach> {
  const logged: string[] = [];
  const coach: CoachOptions = {
    access: 'key for all',
    page: recorded.page,
    connectAgent: async (transport) => {
      const { protocol } = createMcpServer({
        name: 'witan',
        version: '0',
        instructions: '',
        tools: [],
        logger: silentLogger,
      });
      await protocol.connect(transport);
    },
    log: (line) => logged.push(line),
    trace: (line) => logged.push(line),
    ...changed,
  };
  return { ...(await servePages({ coach })), recorded, logged };
}

/** A page, as far as the server sees it. */
export interface PageSocket {
  readonly socket: WebSocket;
  send<Type extends keyof ToServer>(type: Type, payload: ToServer[Type], id?: string): void;
  sendText(text: string | Buffer): void;
  /** The next message of the type that was not taken yet. */
  next<Type extends keyof ToPage>(type: Type): Promise<PageMessage & { readonly type: Type }>;
  /** Everything that came before the answer to a question that is sent now. */
  settled(): Promise<readonly PageMessage[]>;
}

export async function openPage(coach: Pick<ServedCoach, 'url' | 'key'>): Promise<PageSocket> {
  const socket = new WebSocket(`${coach.url.replace('http', 'ws')}/ws`, protocolsFor(coach.key), { origin: coach.url });
  onTestFinished(() => socket.terminate());
  const received: PageMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as PageMessage);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
  });
  let count = 0;
  const page: PageSocket = {
    socket,
    send: (type, payload, id) => socket.send(JSON.stringify({ type, payload, id, timestamp: Date.now() })),
    sendText: (text) => socket.send(text),
    next: (type) =>
      new Promise((resolve) => {
        const look = () => {
          const index = received.findIndex((message) => message.type === type);
          if (index < 0) return;
          waiting.delete(look);
          resolve(received.splice(index, 1)[0] as never);
        };
        waiting.add(look);
        look();
      }),
    async settled() {
      const id = `settled-${count++}`;
      page.send('terminal:input', { input: '' }, id);
      for (;;) {
        const index = received.findIndex((message) => message.id === id);
        if (index >= 0) return received.splice(0, index + 1).slice(0, -1);
        await new Promise<void>((resolve) => {
          const look = () => {
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
        });
      }
    },
  };
  return page;
}

/** Which model coaches is found in the background, and told as a status whenever it is known. */
export function withoutStatus(messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter(({ type }) => type !== 'coach:status');
}

export function protocolsFor(key: string): string[] {
  return ['witan.coach', `key.${key}`];
}
