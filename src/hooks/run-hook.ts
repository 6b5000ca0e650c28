import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { ProjectFolders } from '../guidance/hook.js';
import { isInside, realPathOf } from '../kernel/real-path.js';
import { findMemoryFolder, NO_MEMORY } from '../storage/project-memory.js';
import { coachStateFolder } from './coach/tell-coach.js';
import { handle as preToolUse } from './handlers/pre-tool-use.js';
import type { Handler, HookContext } from './protocol/handler.js';
import { type HookAnswer, type HookEvent, NOTHING, readEvent, toOutput } from './protocol/protocol.js';
import { HOOKS, type HookName } from './vocabulary.js';
import { type HookScope, yieldsToOtherHook } from './yields-to-other-hook.js';

export interface HookRun extends FolderOptions {
  readonly name: HookName;
  /** What came on standard input. */
  readonly input: string;
  /** Silent where a narrower scope registered the same hook. */
  readonly scope?: HookScope | undefined;
  /** The journal's folder as it was registered; undefined for the configured one. */
  readonly journalFolder?: string | undefined;
  /** Whether it was registered as this version does it. */
  readonly isForAllTools?: boolean;
  readonly loadLessons: HookContext['loadLessons'];
  /** Loads a handler, each of which is built as a file of its own; the one before tool calls is here already. */
  readonly loadHandler: (name: HookName) => Promise<{ readonly handle: Handler }>;
  readonly timeLimitMs?: number;
  readonly now?: () => Date;
}

export interface HookOutcome {
  /** For standard output; empty if there is nothing to say. */
  readonly output: string;
  /** Undefined for an event that belongs nowhere. */
  readonly folders: ProjectFolders | undefined;
  /** The time ran out before the handler had an answer. */
  readonly isLate: boolean;
}

/**
 * The answer of one hook. Never rejects: if anything fails, the person's work continues as without the hook, unless a
 * coaching session holds writes.
 */
export async function runHook(run: HookRun): Promise<HookOutcome> {
  const event = readEvent(run.input);
  const folders = event && findProjectFolders(event, run);
  // A participant of a council is not a session of the user.
  if (event === undefined || folders === undefined || run.environment.WITAN_INSIDE_COUNCIL === '1') {
    return { output: '', folders: undefined, isLate: false };
  }
  const { scope } = run;
  const yields = scope !== undefined && yieldsToOtherHook({ ...run, ...folders, scope });
  // A project's file may say that another hook answers: writes during a coaching session are still held.
  if (yields && !(run.name === 'pre-tool-use' && coachStateFolder(run.environment) !== undefined)) {
    return { output: '', folders: undefined, isLate: false };
  }
  const maySpeak = !yields && run.environment.DISABLE_EXPERIENCE_INJECTION !== '1';
  const answer = await answerInTime({ ...run, maySpeak }, event, folders);
  if (answer === 'late') return { output: '', folders, isLate: true };
  return { output: toOutput(HOOKS[run.name].event, answer), folders, isLate: false };
}

const TIME_LIMIT_MS = 200;
/** Once a lesson was found, its draft is written to the end: a write that is cut off would be lost work. */
const LEARNING_LIMIT_MS = 2_000;
const LOCK_WAIT_MS = 100;

type HeardRun = HookRun & Pick<HookContext, 'maySpeak'>;

async function answerInTime(run: HeardRun, event: HookEvent, folders: ProjectFolders): Promise<HookAnswer | 'late'> {
  const { timeLimitMs = TIME_LIMIT_MS, now = () => new Date() } = run;
  const limit = startTimeLimit(timeLimitMs);
  let otherwise: HookAnswer | undefined;
  const context: HookContext = {
    event,
    folders,
    environment: run.environment,
    journalFolder: run.journalFolder,
    maySpeak: run.maySpeak,
    isForAllTools: run.isForAllTools === true,
    lockWaitMs: Math.min(LOCK_WAIT_MS, timeLimitMs),
    now: now(),
    loadLessons: run.loadLessons,
    timeIsUp: limit.isUp,
    allowMoreTime: () => limit.extend(Math.max(timeLimitMs, LEARNING_LIMIT_MS)),
    answerOtherwise: (answer) => {
      otherwise = answer;
    },
  };
  try {
    const answering =
      run.name === 'pre-tool-use'
        ? preToolUse(context)
        : run.loadHandler(run.name).then(({ handle }) => handle(context));
    // Who answers at once has looked at the clock itself: there is nothing left to wait for.
    const answer = answering instanceof Promise ? await Promise.race([answering, limit.whenUp()]) : answering;
    if (answer === 'late') return otherwise ?? answer;
    // A late answer is still given: it was recorded as shown.
    return answer === NOTHING && limit.isUp() ? 'late' : answer;
  } catch {
    return otherwise ?? (limit.isUp() ? 'late' : NOTHING);
  } finally {
    limit.release();
  }
}

interface TimeLimit {
  readonly isUp: () => boolean;
  /** From now on. */
  readonly extend: (limitMs: number) => void;
  /** A timer is set only for who asks for it: setting one takes longer than most of what a hook does. */
  readonly whenUp: () => Promise<'late'>;
  readonly release: () => void;
}

function startTimeLimit(limitMs: number): TimeLimit {
  let end = milliseconds() + limitMs;
  let timer: NodeJS.Timeout | undefined;
  let notify: (late: 'late') => void = () => undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => notify('late'), Math.max(0, end - milliseconds()));
  };
  return {
    isUp: () => milliseconds() >= end,
    extend(moreMs) {
      end = milliseconds() + moreMs;
      if (timer !== undefined) wait();
    },
    whenUp: () =>
      new Promise((settle) => {
        notify = settle;
        wait();
      }),
    release: () => {
      if (timer !== undefined) clearTimeout(timer);
    },
  };
}

/** Since the process began. `performance` would be loaded for it, which takes a hook longer than most of its work. */
function milliseconds(): number {
  return process.uptime() * 1000;
}

interface FolderOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The data folder as it was registered: one that the user chose; undefined for the usual one. */
  readonly dataFolder?: string | undefined;
}

/** Whose knowledge and data it is; undefined if nothing says so. */
function findProjectFolders(
  { cwd }: HookEvent,
  { environment, dataFolder }: FolderOptions,
): ProjectFolders | undefined {
  const folder = [environment.CLAUDE_PROJECT_DIR ?? '', cwd].find((candidate) => isAbsolute(candidate));
  if (folder === undefined) return undefined;
  const projectFolder = realPathOf(folder);
  const isChosen = dataFolder !== undefined && isAbsolute(dataFolder) && !isInside(projectFolder, dataFolder);
  const found = isChosen ? dataFolder : findMemoryFolder(projectFolder, { environment, homeFolder: homedir() });
  return { projectFolder, dataFolder: found ?? NO_MEMORY };
}
