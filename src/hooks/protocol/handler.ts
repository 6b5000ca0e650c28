import type { ProjectFolders, Turn } from '../../guidance/hook.js';
import type { HookAnswer, HookEvent } from './protocol.js';

/**
 * What a handler is given. It never throws on purpose; whatever it throws anyway means "nothing to say", or what it asked
 * to answer otherwise.
 */
export interface HookContext {
  readonly event: HookEvent;
  readonly folders: ProjectFolders;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The journal's folder as it was registered, from the project's folder; undefined for the configured one. */
  readonly journalFolder: string | undefined;
  /** False if the user turned injections off: journal and lessons still work, but nothing is shown. */
  readonly maySpeak: boolean;
  /** False for a registration of an earlier version: Claude Code does not ask about all tools that can write. */
  readonly isForAllTools: boolean;
  /** How long to wait for a journal that another process is changing. */
  readonly lockWaitMs: number;
  readonly now: Date;
  /** Loads what only learning needs: reading blocks, changing graph files. */
  readonly loadLessons: () => Promise<LessonLearner>;
  /** For work that no timer can interrupt: asked between its steps, and always before something is written. */
  readonly timeIsUp: () => boolean;
  /** Says that work has begun which must not be cut off half-way: the time limit is extended once. */
  readonly allowMoreTime: () => void;
  /** The answer if the handler fails or is late. */
  readonly answerOtherwise: (answer: HookAnswer) => void;
}

export type Handler = (context: HookContext) => Promise<HookAnswer> | HookAnswer;

export interface LessonLearner {
  readonly learnLessons: (input: LessonInput) => Promise<unknown>;
}

export interface LessonInput {
  readonly folders: ProjectFolders;
  readonly turns: readonly Turn[];
  readonly sessionId: string;
  readonly now: Date;
  readonly lockWaitMs: number;
  /** Called once the lessons of these turns cannot be lost any more. */
  readonly onKept?: () => void;
}
