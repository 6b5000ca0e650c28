import type {
  CoachSessions,
  CouncilQuestions,
  Dashboard,
  Explaining,
  Observer,
  Practice,
  RetriedWrites,
} from '../../coaching/index.js';
import type { ActionType } from '../../coaching/vocabulary.js';
import type { Clock } from '../../kernel/clock.js';
import type { ToPage, ToServer } from './protocol.js';

/**
 * What the messages of a page need from the program; `main` provides it. Paths are relative to the project's root. All
 * methods reject with a `CoachError` for what cannot be done.
 */
export interface CoachPorts {
  readonly projectName: string;
  /** The same for every start of the coach for this project, and for no other project. */
  readonly projectId: string;
  readonly clock: Clock;
  readonly files: FilesPort;
  /** Why something is not stored in the person's data folder. */
  readonly storage: Pick<RetriedWrites, 'problem' | 'onProblem'>;
  readonly buffers: BuffersPort;
  readonly actions: ActionsPort;
  readonly sessions: SessionsPort;
  readonly dashboard: Pick<Dashboard, 'load' | 'refreshIssues' | 'setGapAddressed'>;
  /** Deliberations about questions of the person. */
  readonly council: Pick<CouncilQuestions, 'ask' | 'lastAnswer'>;
  /** Speaks to the person without being asked. */
  readonly observer: Pick<Observer, 'status' | 'mute' | 'pending' | 'dismiss' | 'noteTestRun'>;
  readonly explaining: Pick<Explaining, 'explain' | 'reviewPhase' | 'explanations' | 'reviews'>;
  readonly practice: Pick<Practice, 'review' | 'load'>;
  /** What an agent should know when the person sends it a prompt. */
  readonly describeForPrompt: (agentSession: string) => Promise<string>;
  /** Keeps what the person wrote to an agent, if a session is active. */
  readonly notePrompt: (prompt: string) => Promise<void>;
  /** The name of the model that coaches; null if there is none. Never rejects. */
  readonly findModel: () => Promise<string | null>;
  /** A line for the log of the program. */
  readonly warn: (event: string, details: Record<string, unknown>) => void;
}

/** The project as the person sees it. */
interface FilesPort {
  read(path: string): Promise<ToPage['fs:content']>;
  /** Returns the new version. Rejects with CONFLICT and the details `StoredText` if the file has another one by now. */
  write(file: ToServer['file:save'], author: string): Promise<{ readonly version: string }>;
  tree(): Promise<ToPage['fs:tree']['root']>;
  create(path: string, kind: 'file' | 'directory'): Promise<void>;
  /** Texts that are not saved move along. */
  rename(path: string, newPath: string): Promise<void>;
  /** To a folder from which `restore` brings it back. */
  remove(path: string): Promise<{ readonly trashId: string }>;
  /** What `restore` can bring back, the newest first. */
  removed(): Promise<ToPage['files:removed_list']['files']>;
  restore(trashId: string): Promise<{ readonly path: string }>;
  /**
   * Calls `changed` for changes on disk until the returned function is called, and `lookAgain` when the whole tree may have
   * changed: when from now on everything is seen, and after more changes than are reported.
   */
  watch(changed: (update: ToPage['fs:tree_update']) => void, lookAgain: () => void): Promise<() => Promise<void>>;
}

export type StoredText = NonNullable<ToPage['fs:save_error']['stored']>;

/** What was typed and not saved. */
interface BuffersPort {
  openFiles(): readonly string[];
  /** The author is the id of the page's connection: a text that is not saved stays if another page saves the file. */
  update(buffer: ToServer['buffer:update'], author: string): Promise<void>;
  close(file: ToServer['file:close']): Promise<void>;
  unsaved(): ToPage['connection:init']['state']['unsaved'];
}

/** The action log. Without a session, nothing is stored. */
interface ActionsPort {
  log(type: ActionType, data: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The coaching sessions of the project, which announce every change to all pages. */
type SessionsPort = Pick<
  CoachSessions,
  | 'current'
  | 'unfinished'
  | 'start'
  | 'resume'
  | 'end'
  | 'lastSummary'
  | 'setPaused'
  | 'updatePhase'
  | 'createPhase'
  | 'deletePhase'
  | 'movePhase'
  | 'setHintLevel'
  | 'showMoreHints'
  | 'marks'
  | 'writes'
  | 'hookReported'
  | 'protectionLost'
>;
