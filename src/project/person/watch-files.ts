import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { ChokidarOptions } from 'chokidar';
import { errorCode, errorMessage } from '../../kernel/error-code.js';
import { pathInside } from '../../kernel/real-path.js';
import { isLeftOut } from './left-out.js';
import type { PersonPaths } from './person-paths.js';

type FileAction = (typeof FILE_ACTIONS)[number];
const FILE_ACTIONS = ['add', 'change', 'unlink', 'addDir', 'unlinkDir'] as const;

export interface FileChange {
  readonly action: FileAction;
  /** Relative to the root, with `/`. */
  readonly path: string;
}

export interface WatchOptions {
  readonly onChange: (change: FileChange) => void;
  /** What the person should know, once: changes are seen later, or not at all. */
  readonly onNotice: (notice: string) => void;
  /** Another source of changes, for tests. */
  readonly createWatcher?: CreateWatcher;
}

export interface FileWatcher {
  /** Settles when every folder is watched. */
  readonly ready: Promise<void>;
  /** No change is reported after this call. */
  close(): Promise<void>;
}

/** What is used of chokidar. */
interface Watcher {
  on(event: 'all', listener: (action: string, path: string, stats?: Stats) => void): unknown;
  on(event: 'ready', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  close(): Promise<void>;
}
type CreateWatcher = (root: string, options: ChokidarOptions) => Watcher | Promise<Watcher>;

/** Reports what other programs, and this one, change in the project. If the system runs out of watches, it looks often. */
export function watchProject(paths: PersonPaths, options: WatchOptions): FileWatcher {
  const { root } = paths.allowed;
  const { createWatcher = createChokidar, onChange, onNotice } = options;
  const noticed = new Set<string>();
  let isClosed = false;
  let current: Promise<Watcher> | undefined;
  let announceReady: () => void;
  const ready = new Promise<void>((resolve) => {
    announceReady = resolve;
  });

  const noticeOnce = (notice: string) => {
    if (isClosed || noticed.has(notice)) return;
    noticed.add(notice);
    onNotice(notice);
  };
  const report = (action: string, path: string) => {
    const relative = pathInside(root, path)?.replaceAll(sep, '/');
    if (isClosed || relative === undefined || relative === '' || !isAction(action)) return;
    if (!isIgnored(path, paths, action.endsWith('Dir'))) onChange({ action, path: relative });
  };
  const again = lookAgain((path, stats) => reportAndLook('change', path, stats));
  const reportAndLook = (action: string, path: string, stats?: Stats) => {
    report(action, path);
    if (!isClosed && stats?.isFile()) again.look(path, stats);
  };
  const start = async (usePolling: boolean): Promise<Watcher> => {
    const watcher = await createWatcher(root, { ...OPTIONS, usePolling, ignored: ignoreFunction(paths) });
    let isReplaced = false;
    watcher.on('all', reportAndLook);
    watcher.on('ready', () => announceReady());
    watcher.on('error', (error) => {
      // The same lack of watches is reported for every folder.
      if (isReplaced || isClosed) return;
      if (usePolling || !OUT_OF_WATCHES.has(errorCode(error) ?? '')) noticeOnce(failedNotice(error));
      else {
        isReplaced = true;
        noticeOnce(POLLING_NOTICE);
        follow(watcher.close().then(() => start(true)));
      }
    });
    return watcher;
  };
  const follow = (starting: Promise<Watcher>) => {
    current = starting;
    starting.catch((error: unknown) => noticeOnce(failedNotice(error)));
  };
  follow(start(false));

  return {
    ready,
    async close() {
      isClosed = true;
      again.stop();
      announceReady();
      const watcher = await current?.catch(() => undefined);
      await watcher?.close();
    },
  };
}

/** Chokidar drops a change that follows another one of the same file within 50 ms, so a changed file is looked at again. */
function lookAgain(changed: (path: string, stats: Stats) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    look(path: string, seen: Stats): void {
      clearTimeout(timers.get(path));
      const compare = async () => {
        timers.delete(path);
        const now = await lstat(path).catch(() => undefined);
        if (now?.isFile() && (now.mtimeMs !== seen.mtimeMs || now.size !== seen.size)) changed(path, now);
      };
      timers.set(
        path,
        setTimeout(() => void compare(), LOOK_AGAIN_MS),
      );
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

const LOOK_AGAIN_MS = 100;

const OPTIONS = {
  ignoreInitial: true,
  followSymlinks: false,
  ignorePermissionErrors: true,
  interval: 1_000,
  binaryInterval: 3_000,
} as const;
const OUT_OF_WATCHES = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
const POLLING_NOTICE =
  'The system has no file watches left, so changes by other programs are looked for every second; raise fs.inotify.max_user_watches to see them immediately.';

function failedNotice(error: unknown): string {
  return `Some changes by other programs may not be shown (${errorCode(error) ?? errorMessage(error)}); reload to see them.`;
}

const createChokidar: CreateWatcher = async (root, options) => (await import('chokidar')).watch(root, options);

function isAction(action: string): action is FileAction {
  return (FILE_ACTIONS as readonly string[]).includes(action);
}

function ignoreFunction(paths: PersonPaths): (path: string, stats?: Stats) => boolean {
  return (path, stats) => isIgnored(path, paths, stats?.isDirectory() === true);
}

function isIgnored(path: string, { allowed }: PersonPaths, isFolder: boolean): boolean {
  const relative = pathInside(allowed.root, path);
  if (relative === undefined) return true;
  const names = relative.split(sep);
  const isLeft = names.some((name, index) => isLeftOut(name, index < names.length - 1 || isFolder));
  return isLeft || allowed.isDenied(names.join('/')) || allowed.witanFolders.contains(path);
}
