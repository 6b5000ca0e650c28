import { identifyProcess, type ProcessIdentity, processInfo } from '../../kernel/process-identity.js';

/**
 * The process whose life is the session's life: the Claude Code that started this hook or server, possibly through a
 * shell or npx. It is the nearest ancestor that is not a launcher.
 */
export function owningProcess(): ProcessIdentity {
  return identifyProcess(nearestOwner(process.ppid) ?? process.pid);
}

function nearestOwner(parent: number): number | undefined {
  let pid = parent;
  for (let generation = 0; generation < MAX_GENERATIONS && pid > 0; generation++) {
    const info = processInfo(pid);
    if (info === undefined) return process.platform === 'win32' ? pid : undefined;
    // The first process inherits orphans and never ends, unless it is Claude Code itself, in a container of its own.
    if (pid === FIRST_PROCESS) return /^(?:claude|node)$/.test(info.name) ? pid : undefined;
    if (!LAUNCHERS.test(info.name)) return pid;
    pid = info.parent;
  }
  return undefined;
}

/** Programs that only start another one: they die, or are shared, while the session they started continues. */
const LAUNCHERS = /^-?(?:sh|bash|dash|zsh|fish|ksh|ash|busybox|env|timeout|npm|npx|npm (?:exec|run|start)\b.*)$/;
const FIRST_PROCESS = 1;
const MAX_GENERATIONS = 12;
