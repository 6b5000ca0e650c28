import type { Extension } from '@codemirror/state';
import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { PageMessage } from '../../http/websocket/protocol.js';
import { onNewKey } from '../shell/access.js';
import { type Connection, createConnection } from './connection.js';
import { type CoachState, NO_COACH, receive as receiveCoach } from './model/coach-state.js';
import { openDrafts } from './model/drafts.js';
import { createExplanations, type Explanations } from './model/explanations.js';
import { OpenFiles, receiveFileNews } from './model/open-files.js';
import { createProjectTree, type ProjectTree } from './model/project-tree.js';

/** A sentence for the person, with what can be done about it. */
export interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
  readonly action?: { readonly label: string; readonly run: () => unknown };
}

/** A file, and a line of it, that the editor should show and give the focus to. */
interface Target {
  readonly path: string;
  readonly line: number | undefined;
}

/** Everything that the page of the coach knows. Components read the signals; changes go through the methods. */
export interface CoachStore {
  readonly connection: Pick<Connection, 'state' | 'retry'>;
  readonly send: Connection['send'];
  readonly ask: Connection['ask'];
  /** The state of the coach. */
  readonly coach: ReadonlySignal<CoachState>;
  /** Comments and summaries of the coach that the person has closed. */
  readonly dismissed: ReadonlySignal<ReadonlySet<string>>;
  readonly dismiss: (id: string) => void;
  /** Every message from now on, for a part of the page that is not always shown. Call the result to end it. */
  readonly listen: (receive: (message: PageMessage) => void) => () => void;
  readonly explanations: Explanations;
  readonly tree: ProjectTree;
  readonly files: OpenFiles;
  readonly notice: Signal<Notice | undefined>;
  /** Set by `openFile`, and taken by the editor. */
  readonly target: Signal<Target | undefined>;
  openFile(path: string, line?: number): void;
  /** Asks, and shows the person what was refused. */
  act: (...question: Parameters<Connection['ask']>) => Promise<PageMessage | undefined>;
}

/** For a file that the coach opened behind the one that the person types in. */
function offerToShow(store: CoachStore, path: string): void {
  if (store.files.current.peek()?.path === path) return;
  const action = { label: 'Show', run: () => store.openFile(path) };
  store.notice.value = { text: `The coach opened ${path}.`, isProblem: false, action };
}

/** Something was refused, or what is stored has a problem, or has it no longer. */
function receiveProblems(
  notice: CoachStore['notice'],
  { type, payload }: PageMessage,
  before: CoachState['status']['problem'],
): void {
  if (type === 'connection:error') notice.value = { text: payload.message, isProblem: true };
  const status = type === 'coach:status' ? payload : type === 'connection:init' ? payload.state.status : undefined;
  if (status === undefined || status.problem === before) return;
  if (status.problem != null) notice.value = { text: status.problem, isProblem: true };
  else if (notice.peek()?.text === before) notice.value = undefined;
}

function receiveTreeNews(tree: ProjectTree, { type, payload }: PageMessage): void {
  if (type === 'fs:tree') tree.replace(payload.root);
  if (type === 'fs:tree_update') tree.apply(payload);
  if (type === 'file:deleted') tree.remove(payload.path);
}

export type EditorExtensions = (store: CoachStore, path: string) => Extension;

export function createCoachStore(editorExtensions: EditorExtensions): CoachStore {
  const coach = signal(NO_COACH);
  const tree = createProjectTree();
  const listeners = new Set<(message: PageMessage) => void>();
  const isTyping = watchKeys();
  let isBegun = false;
  const notice = signal<Notice | undefined>(undefined);
  const target = signal<Target | undefined>(undefined);

  const receive = (message: PageMessage) => {
    receiveProblems(notice, message, coach.peek().status.problem);
    coach.value = receiveCoach(coach.peek(), message);
    store.explanations.receive(message);
    for (const listener of listeners) listener(message);
    receiveFileNews(files, message, isTyping());
    if (message.type === 'editor:open_file') offerToShow(store, message.payload.path);
    receiveTreeNews(tree, message);
    if (message.type === 'connection:init') {
      const { projectId, unsaved } = message.payload.state;
      void (isBegun ? Promise.resolve() : begin(projectId)).then(() => files.resync(unsaved));
    }
  };
  const begin = async (projectId: string) => {
    isBegun = true;
    // Without IndexedDB, as in some private windows, only the server keeps what is typed.
    const drafts = await openDrafts(projectId).catch(() => undefined);
    if (drafts !== undefined) files.useDrafts(drafts);
    keepTabs(projectId, files);
  };
  const connection = createConnection({ receive });
  onNewKey(() => connection.retry());
  const files = new OpenFiles({ connection, extensions: (path) => editorExtensions(store, path) });

  const dismissing = keepDismissed();
  const store: CoachStore = {
    connection,
    send: connection.send,
    ask: connection.ask,
    coach,
    ...dismissing,
    listen: (receive) => {
      listeners.add(receive);
      return () => listeners.delete(receive);
    },
    explanations: createExplanations(connection.ask, dismissing),
    tree,
    files,
    notice,
    target,
    openFile(path, line) {
      files.open(path);
      target.value = { path, line };
    },
    async act(...question) {
      return connection.ask(...question).catch((error: Error) => {
        notice.value = { text: error.message, isProblem: true };
        return undefined;
      });
    },
  };
  for (const event of ['pagehide', 'visibilitychange']) addEventListener(event, () => files.flush());
  return store;
}

/** In this browser tab. Ids have the time of a message, so those of other projects do no harm. */
const DISMISSED_KEY = 'witan-coach-dismissed';
const MAX_DISMISSED = 200;

function keepDismissed(): Pick<CoachStore, 'dismissed' | 'dismiss'> {
  const kept = JSON.parse(sessionStorage.getItem(DISMISSED_KEY) ?? '[]') as string[];
  const dismissed = signal<ReadonlySet<string>>(new Set(kept));
  return {
    dismissed,
    dismiss(id) {
      dismissed.value = new Set([...dismissed.peek(), id]);
      sessionStorage.setItem(DISMISSED_KEY, JSON.stringify([...dismissed.value].slice(-MAX_DISMISSED)));
    },
  };
}

/** Notes when keys are pressed. The returned function says whether the person is typing in a text right now. */
function watchKeys(): () => boolean {
  let pressedAt = Number.NEGATIVE_INFINITY;
  addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true });
  return () => performance.now() - pressedAt < TYPING_MS && hasTextFocus();
}

const TYPING_MS = 5_000;

/** The editors are in shadow roots. */
function hasTextFocus(): boolean {
  return document.activeElement?.shadowRoot?.activeElement != null;
}

/** Opens the files that this browser tab had before a reload, and notes which are open from now on. */
function keepTabs(project: string, files: Pick<OpenFiles, 'tabs' | 'current' | 'open'>): void {
  const key = `witan-coach-files ${project}`;
  const { paths = [], current } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<KeptTabs>;
  for (const path of paths) files.open(path, { isShown: path === current, isRestored: true });
  effect(() => {
    const kept: KeptTabs = { paths: files.tabs.value.map(({ path }) => path), current: files.current.value?.path };
    sessionStorage.setItem(key, JSON.stringify(kept));
  });
}

interface KeptTabs {
  readonly paths: readonly string[];
  readonly current: string | undefined;
}
