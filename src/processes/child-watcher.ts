import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends our children when our process was killed and could not do it itself: a shell in its own session reads a pipe from
 * us, and kills what is left when the pipe closes. Linux only; without a shell there is no watcher.
 */
export interface ChildWatcher {
  addGroup(leader: number): void;
  removeGroup(leader: number): void;
  stop(): void;
}

/** `mark` is in the environment of every child that will be started. */
export function startChildWatcher(mark: string): ChildWatcher {
  if (process.platform !== 'linux')
    return { addGroup: () => undefined, removeGroup: () => undefined, stop: () => undefined };
  const shell = startShell(mark);
  return {
    addGroup: (leader) => shell.stdin?.write(`+ ${leader}\n`),
    removeGroup: (leader) => shell.stdin?.write(`- ${leader}\n`),
    stop: () => shell.kill('SIGKILL'),
  };
}

/**
 * The groups contain children that cleared their environment. The mark finds children whose group we could not report
 * any more, and descendants that left the group. The pipe stays open in a child until its program is loaded; the later
 * searches are for the instant between that and its environment being readable, and for processes that forked.
 */
const SCRIPT = `
groups=' '
while read -r change id; do
  rest=' '
  for group in $groups; do [ "$group" = "$id" ] || rest="$rest$group "; done
  groups=$rest
  [ "$change" = + ] && groups="$groups$id "
done
for group in $groups; do kill -9 "-$group"; done
for pause in 0 1 1; do
  sleep "$pause"
  for file in $(grep -lsF -e "$1" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -9 "\${pid%/environ}"
  done
done
`;

function startShell(mark: string): ChildProcess {
  const { PATH } = process.env;
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'witan-watcher', mark], {
    cwd: '/',
    // Without our own environment: the watcher must not carry the mark of a Witan that started us.
    env: { LC_ALL: 'C', ...(PATH === undefined ? {} : { PATH }) },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  // Neither the watcher nor its pipe may keep our process alive.
  shell.unref();
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return shell;
}
