import { watch } from 'node:fs';
import { join, sep } from 'node:path';
import { errorCode, errorMessage } from '../../kernel/error-code.js';
import { type FileChange, KnownFiles } from './known-files.js';
import type { PersonPaths } from './person-paths.js';

export interface WatchOptions {
  readonly onChange: (change: FileChange) => void;
  /** More has changed at once than is reported one by one: anything may be different. */
  readonly onManyChanges: () => void;
  /** Tells the person, once: changes are seen later, or not at all. */
  readonly onNotice: (notice: string) => void;
  /** Another source of changes, for tests. */
  readonly watchFolder?: WatchFolder;
}

export interface FileWatcher {
  /** Settles when every folder is watched. */
  readonly ready: Promise<void>;
  /** No change is reported after this call. */
  close(): Promise<void>;
}

/** Calls `changed` with a path in the folder, or null if it is unknown. Returns what ends it; throws if it cannot begin. */
type WatchFolder = (folder: string, changed: (path: string | null) => void) => () => void;

/**
 * Reports what other programs, and this one, change in the project. The work is bounded, however much changes: the disk is
 * asked one thing at a time, a name that changes often is looked at once, and a long look is followed by a longer pause.
 */
export function watchProject(paths: PersonPaths, options: WatchOptions): FileWatcher {
  const { root } = paths.allowed;
  const noticed = new Set<string>();
  let isClosed = false;
  let reports = 0;

  const noticeOnce = (notice: string) => {
    if (isClosed || noticed.has(notice)) return;
    noticed.add(notice);
    options.onNotice(notice);
  };
  const batches = createBatches(async (dirty) => {
    reports = 0;
    for (const { folder, names } of dirty) {
      if (names === undefined) await known.lookInto(folder);
      else for (const name of names) await known.look(folder, name);
    }
    if (reports > MAX_REPORTS && !isClosed) options.onManyChanges();
  });
  const known = new KnownFiles({
    paths,
    report(action, path) {
      if (!isClosed && ++reports <= MAX_REPORTS) options.onChange({ action, path });
    },
    isFull() {
      if (known.folderCount >= MAX_FOLDERS) noticeOnce(TOO_MANY_NOTICE);
      return known.folderCount >= MAX_FOLDERS;
    },
    watch(folder) {
      if (IS_RECURSIVE && folder !== '') return () => undefined;
      if (known.folderCount - known.unwatched.size >= MAX_WATCHES) {
        noticeOnce(MANY_FOLDERS_NOTICE);
        return undefined;
      }
      try {
        return (options.watchFolder ?? watchWithSystem)(join(root, folder), (path) => batches.add(folder, path));
      } catch (error) {
        if (OUT_OF_WATCHES.has(errorCode(error) ?? '')) noticeOnce(POLLING_NOTICE);
        else if (!UNREADABLE.has(errorCode(error) ?? '')) noticeOnce(failedNotice(error));
        return undefined;
      }
    },
  });
  const stopPolling = pollInTurns(known, (folder) => batches.add(folder, null));
  return {
    ready: known.addFolder('', false).then(() => batches.begin()),
    async close() {
      isClosed = true;
      stopPolling();
      batches.close();
      known.close();
    },
  };
}

/** More is not worth a message each. */
const MAX_REPORTS = 500;
const MAX_FOLDERS = 50_000;
/** Other programs of the person need some of the system's watches, too. */
const MAX_WATCHES = 10_000;
// Elsewhere the system watches a whole tree.
const IS_RECURSIVE = process.platform === 'darwin' || process.platform === 'win32';

const watchWithSystem: WatchFolder = (folder, changed) => {
  const watcher = watch(folder, { persistent: false, recursive: IS_RECURSIVE }, (_event, name) => changed(name));
  // A folder that is removed; the one above it reports that.
  watcher.on('error', () => undefined);
  return () => watcher.close();
};

interface DirtyFolder {
  readonly folder: string;
  /** Undefined if anything in it may have changed. */
  readonly names: ReadonlySet<string> | undefined;
}

/** Collects what may have changed, and looks at it in batches: never two at once, and the next one after a pause. */
function createBatches(look: (dirty: Iterable<DirtyFolder>) => Promise<void>) {
  let dirty = new Map<string, Set<string> | undefined>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = true;
  let isClosed = false;

  const mark = (folder: string, name: string | undefined) => {
    const names = dirty.has(folder) ? dirty.get(folder) : new Set<string>();
    const isSingle = name !== undefined && names !== undefined && names.size < MAX_DIRTY_NAMES;
    dirty.set(folder, isSingle ? names.add(name) : undefined);
  };
  const schedule = (pauseMs: number) => {
    if (isBusy || isClosed || dirty.size === 0) return;
    timer ??= setTimeout(() => void lookNow(), pauseMs).unref();
  };
  const lookNow = async () => {
    timer = undefined;
    isBusy = true;
    const started = performance.now();
    const taken = dirty;
    dirty = new Map();
    await look([...taken].map(([folder, names]) => ({ folder, names })));
    isBusy = false;
    schedule(Math.max(BATCH_MS, (performance.now() - started) * PAUSE_FACTOR));
  };

  return {
    add(folder: string, path: string | null): void {
      const parts = path?.split(sep) ?? [];
      const name = parts.pop();
      mark([...(folder === '' ? [] : [folder]), ...parts].join('/'), name);
      schedule(BATCH_MS);
    },
    begin(): void {
      isBusy = false;
      schedule(BATCH_MS);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** A file that is replaced in two steps is one change. */
const BATCH_MS = 25;
const PAUSE_FACTOR = 2;
const MAX_DIRTY_NAMES = 1_000;

/** Looks at folders without a watch, a few each second. */
function pollInTurns(known: KnownFiles, look: (folder: string) => void): () => void {
  let turn: string[] = [];
  const timer = setInterval(() => {
    if (turn.length === 0) turn = [...known.unwatched];
    for (let names = 0; names < MAX_POLLED_NAMES && turn.length > 0; ) {
      const folder = turn.pop() ?? '';
      names += 1 + known.nameCount(folder);
      look(folder);
    }
  }, POLL_MS).unref();
  return () => clearInterval(timer);
}

const POLL_MS = 1_000;
const MAX_POLLED_NAMES = 2_000;

const OUT_OF_WATCHES = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
const UNREADABLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);
const POLLING_NOTICE =
  'The system has no file watches left, so changes by other programs are looked for every few seconds; raise fs.inotify.max_user_watches to see them immediately.';
const MANY_FOLDERS_NOTICE = `Only ${MAX_WATCHES} folders are watched: changes by other programs in the rest are looked for in turns.`;
const TOO_MANY_NOTICE = `The project has more than ${MAX_FOLDERS} folders: changes by other programs in the rest are not shown; reload to see them.`;

function failedNotice(error: unknown): string {
  return `Some changes by other programs may not be shown (${errorCode(error) ?? errorMessage(error)}); reload to see them.`;
}
