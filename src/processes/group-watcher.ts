import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends our child groups when our process was killed and could not do it itself: a shell of its own session reads the
 * ids of live groups from a pipe, and kills what is left when the pipe closes. A descendant that made itself a session
 * of its own (`setsid`) is not in the group and survives. Linux only.
 */
export interface GroupWatcher {
  /** Before a child is started: while the watcher starts, the child would be without one. */
  start(): void;
  add(leader: number): void;
  remove(leader: number): void;
}

export function createGroupWatcher(): GroupWatcher {
  let watcher: ChildProcess | undefined;
  const tell = (line: string) => {
    watcher ??= startWatcher();
    watcher.stdin?.write(line);
  };
  if (process.platform !== 'linux') return { start: () => undefined, add: () => undefined, remove: () => undefined };
  const start = () => {
    watcher ??= startWatcher();
  };
  return { start, add: (leader) => tell(`+ ${leader}\n`), remove: (leader) => tell(`- ${leader}\n`) };
}

const SCRIPT = `
groups=' '
while read -r change id; do
  rest=' '
  for group in $groups; do [ "$group" = "$id" ] || rest="$rest$group "; done
  groups=$rest
  [ "$change" = + ] && groups="$groups$id "
done
for group in $groups; do kill -9 "-$group"; done
`;

/** Without a shell there is no watcher; everything else works as before. */
function startWatcher(): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', SCRIPT], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  // Neither the watcher nor its pipe may keep our process alive.
  watcher.unref();
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref();
  return watcher;
}
