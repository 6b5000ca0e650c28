import type { Clock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { isUserError } from '../kernel/user-error.js';
import { versionOf } from '../project/person/text-file.js';
import type { FileWatcher, WatchOptions } from '../project/person/watch-files.js';
import { SESSIONLESS_ACTIONS } from './action-log/action-data.js';
import type { ActionLog } from './action-log/create-action-log.js';
import { CoachError } from './coach-error.js';
import type { Dashboard } from './dashboard/create-dashboard.js';
import type { Explaining } from './explain/explaining.js';
import type { ModelsView } from './models-view/models-view.js';
import { createPromptContext } from './models-view/prompt-context.js';
import type { Observer } from './observer/observer.js';
import type { Practice } from './practice/practice.js';
import type { RetriedWrites } from './retried-writes.js';
import type { CouncilQuestions } from './sessions/ask-council.js';
import type { CoachSessions } from './sessions/coach-sessions.js';
import { toShownFile } from './sessions/pointing.js';
import type { ActionType } from './vocabulary.js';
import type { Workspace } from './workspace/workspace.js';
import type { SessionWrapUps } from './wrap-up/create-wrap-ups.js';

interface CoachPageContext {
  readonly projectName: string;
  /** Why something is not stored in the person's data folder. */
  readonly storage: Pick<RetriedWrites, 'problem' | 'onProblem'>;
  readonly workspace: Workspace;
  readonly actionLog: ActionLog;
  readonly sessions: CoachSessions;
  readonly wrapUps: Pick<SessionWrapUps, 'notePrompt'>;
  readonly council: CouncilQuestions;
  readonly observer: Observer;
  readonly dashboard: Dashboard;
  readonly explaining: Explaining;
  readonly practice: Practice;
  readonly view: Pick<ModelsView, 'shownOnly' | 'redact'>;
  /** The name of the model that coaches; null if there is none. Never rejects. */
  readonly findModel: () => Promise<string | null>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A line for the person who started the coach. */
  readonly log: (line: string) => void;
}

/** What the messages of a page can do. Paths are relative to the project's root. All methods reject with a `CoachError`. */
export type CoachPage = ReturnType<typeof createCoachPage>;

export function createCoachPage(parts: CoachPageContext) {
  const { projectName, storage, dashboard, council, findModel, explaining, practice, clock } = parts;
  const { workspace, actionLog, sessions, observer, wrapUps, view, logger, log } = parts;
  const sessionId = () => sessions.currentId();
  return {
    ...{ projectName, storage, sessions, dashboard, council, observer, explaining, practice, findModel, clock },
    /** The same for every start of the coach for this project, and for no other project. */
    projectId: versionOf(workspace.root),
    files: createPageFiles(workspace, log),
    buffers: createPageBuffers(parts),
    actions: createPageActions(actionLog, sessionId),
    /** What an agent should know when the person sends it a prompt. */
    describeForPrompt: createPromptContext({ sessions, actionLog, observer, view, clock }),
    /** Keeps what the person wrote to an agent, if a session is active. */
    async notePrompt(prompt: string): Promise<void> {
      const id = sessionId();
      if (id !== null) await wrapUps.notePrompt(id, prompt);
    },
    /** A line for the log of the program. */
    warn: (event: string, details: Record<string, unknown>) => logger.log('warn', `coach.${event}`, details),
  };
}

type TypedText = Omit<Parameters<Workspace['updateBuffer']>[0], 'baseVersion' | 'author'> & Pick<SavedText, 'version'>;

/** What was typed and not saved. */
function createPageBuffers({ workspace, sessions, actionLog }: CoachPageContext) {
  return {
    /** The author is the id of the page's connection: a text that is not saved stays if another page saves the file. */
    async update({ version, ...typed }: TypedText, author: string): Promise<void> {
      const { content } = typed;
      const base = version === undefined ? {} : { baseVersion: version };
      const { path, before } = await workspace.updateBuffer({ ...typed, ...base, author });
      await actionLog.updateBuffer(sessions.currentId(), {
        path,
        charCount: content.length,
        textHash: versionOf(content),
        previousCharCount: before.length,
      });
      await sessions.followText({ path, before, after: content });
    },
    async close({ path, discard }: { path: string; discard?: boolean | undefined }): Promise<void> {
      workspace.closeFile(path);
      if (discard === true) await workspace.discardBuffer(path);
    },
    openFiles: () => workspace.openFiles(),
    unsaved: () =>
      workspace.unsavedTexts().map(({ path, content, baseVersion: version }) => ({ path, content, version })),
  };
}

/** The action log. Without a session, nothing is stored. */
function createPageActions(actionLog: ActionLog, sessionId: () => string | null) {
  let isWarned = false;
  return {
    async log(type: ActionType, data: Readonly<Record<string, unknown>>): Promise<void> {
      const id = sessionId();
      const isDiscarded = id === null && !SESSIONLESS_ACTIONS.has(type);
      // The log warns of every action that is discarded: once is enough until a session begins.
      if (isDiscarded && isWarned) return;
      isWarned = isDiscarded;
      // The schema of the message is that of the action.
      await actionLog.logAction(id, type, data as never);
    },
  };
}

interface SavedText {
  readonly path: string;
  readonly content: string;
  readonly version?: string | null | undefined;
}

/** The project as the person sees it. */
function createPageFiles(workspace: Workspace, log: (line: string) => void) {
  let firstTreeRead = () => {};
  let isCutNoted = false;
  return {
    read: async (path: string) => toShownFile(await workspace.openFile(path)),
    /** Returns the new version. Rejects with CONFLICT and the stored text if the file has another version by now. */
    async write({ path, content, version }: SavedText, author: string): Promise<{ readonly version: string }> {
      const edit = { path, content, author, ...(version !== undefined && { expectedVersion: version }) };
      return workspace.writeFile(edit).catch((error: unknown) => {
        throw withStoredText(error);
      });
    },
    async tree() {
      const { root, isComplete } = await workspace.getProjectTree();
      if (!isComplete && !isCutNoted) log(CUT_TREE);
      isCutNoted ||= !isComplete;
      firstTreeRead();
      return root;
    },
    async create(path: string, kind: 'file' | 'directory'): Promise<void> {
      await (kind === 'file' ? workspace.createFile(path) : workspace.createFolder(path));
    },
    /** Texts that are not saved move along. */
    async rename(path: string, newPath: string): Promise<void> {
      await workspace.rename(path, newPath);
    },
    /** To a folder from which `restore` brings it back. */
    remove: async (path: string) => ({ trashId: (await workspace.remove(path)).id }),
    async removed() {
      const files = await workspace.listRemoved();
      return files.map(({ id, path, removedAt }) => ({ trashId: id, path, removedAt }));
    },
    restore: async (trashId: string) => ({ path: await workspace.restore(trashId) }),
    /**
     * Calls `changed` for changes on disk until the returned function is called, and `lookAgain` when the whole tree may
     * have changed: when from now on everything is seen, and after more changes than are reported.
     */
    async watch(changed: WatchOptions['onChange'], lookAgain: () => void): Promise<() => Promise<void>> {
      let watcher: FileWatcher | undefined;
      const begin = () => {
        firstTreeRead = () => {};
        clearTimeout(timer);
        watcher = workspace.watch({ onChange: changed, onManyChanges: lookAgain, onNotice: log });
        void watcher.ready.then(lookAgain);
      };
      const timer = setTimeout(begin, WATCH_AFTER_MS);
      firstTreeRead = begin;
      return async () => {
        firstTreeRead = () => {};
        clearTimeout(timer);
        await watcher?.close();
      };
    },
  };
}

const CUT_TREE =
  'the tree shows the first 50,000 files and folders; start the coach in a folder of the project to see the rest';
/** A large project keeps the disk busy until it is watched: a page that opens at once gets its tree before. */
const WATCH_AFTER_MS = 3_000;

/** The page has the person's own text already. */
function withStoredText(error: unknown): unknown {
  if (!isUserError(error) || !('code' in error) || error.code !== 'CONFLICT') return error;
  const onDisk = (error.details as { readonly onDisk?: { content: string; version: string } | null } | undefined)
    ?.onDisk;
  return onDisk === undefined
    ? error
    : new CoachError('CONFLICT', error.message, onDisk ?? { content: null, version: null });
}
