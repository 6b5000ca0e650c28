import { SESSIONLESS_ACTIONS } from './action-log/action-data.js';
import {
  type ActionLog,
  CoachError,
  type CoachSessions,
  createPromptContext,
  type ModelsView,
  type Observer,
  type RetriedWrites,
  type SessionWrapUps,
} from './index.js';
import { toShownFile } from './sessions/pointing.js';
import type { Workspace } from './workspace/workspace.js';
import type { CoachPorts } from '../http/index.js';
import type { Logger } from '../kernel/logger.js';
import { isUserError } from '../kernel/user-error.js';
import { versionOf } from '../project/person/text-file.js';
import type { FileWatcher } from '../project/person/watch-files.js';

interface CoachParts
  extends Pick<
    CoachPorts,
    'projectName' | 'dashboard' | 'council' | 'findModel' | 'explaining' | 'practice' | 'clock'
  > {
  readonly workspace: Workspace;
  readonly writes: Pick<RetriedWrites, 'problem' | 'onProblem'>;
  readonly actionLog: ActionLog;
  readonly sessions: CoachSessions;
  readonly observer: Observer;
  readonly wrapUps: Pick<SessionWrapUps, 'notePrompt'>;
  readonly view: Pick<ModelsView, 'shownOnly' | 'redact'>;
  readonly logger: Logger;
  /** A line for the person who started the coach. */
  readonly log: (line: string) => void;
}

/** The parts of the coach, as the messages of its page use them. */
export function coachPorts(parts: CoachParts): CoachPorts {
  const { projectName, dashboard, council, findModel, explaining, practice, clock } = parts;
  const { workspace, actionLog, sessions, observer, wrapUps, view, logger, log } = parts;
  const sessionId = () => sessions.currentId();
  return {
    ...{ projectName, sessions, dashboard, council, observer, explaining, practice, findModel, clock },
    projectId: versionOf(workspace.root),
    storage: parts.writes,
    files: filePorts(workspace, log),
    buffers: bufferPorts(parts),
    actions: actionPorts(actionLog, sessionId),
    describeForPrompt: createPromptContext({ sessions, actionLog, observer, view, clock }),
    async notePrompt(prompt) {
      const id = sessionId();
      if (id !== null) await wrapUps.notePrompt(id, prompt);
    },
    warn: (event, details) => logger.log('warn', `coach.${event}`, details),
  };
}

function bufferPorts({ workspace, sessions, actionLog }: CoachParts): CoachPorts['buffers'] {
  return {
    async update({ version, ...typed }, author) {
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
    async close({ path, discard }) {
      workspace.closeFile(path);
      if (discard === true) await workspace.discardBuffer(path);
    },
    openFiles: () => workspace.openFiles(),
    unsaved: () =>
      workspace.unsavedTexts().map(({ path, content, baseVersion: version }) => ({ path, content, version })),
  };
}

function actionPorts(actionLog: ActionLog, sessionId: () => string | null): CoachPorts['actions'] {
  let isWarned = false;
  return {
    async log(type, data) {
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

function filePorts(workspace: Workspace, log: (line: string) => void): CoachPorts['files'] {
  let firstTreeRead = () => {};
  let isCutNoted = false;
  return {
    read: async (path) => toShownFile(await workspace.openFile(path)),
    async write({ path, content, version }, author) {
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
    async create(path, kind) {
      await (kind === 'file' ? workspace.createFile(path) : workspace.createFolder(path));
    },
    async rename(path, newPath) {
      await workspace.rename(path, newPath);
    },
    remove: async (path) => ({ trashId: (await workspace.remove(path)).id }),
    async removed() {
      const files = await workspace.listRemoved();
      return files.map(({ id, path, removedAt }) => ({ trashId: id, path, removedAt }));
    },
    restore: async (trashId) => ({ path: await workspace.restore(trashId) }),
    async watch(changed, lookAgain) {
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
