import { factsOf, markOf, type ProcessMark } from './process-mark.js';

/** Programs that only start another one: they die, or are shared, while the session they started goes on. */
const LAUNCHERS = /^-?(?:sh|bash|dash|zsh|fish|ksh|ash|busybox|env|timeout|npm|npx|npm (?:exec|run|start)\b.*)$/;
const FIRST_PROCESS = 1;
const MAX_GENERATIONS = 12;

/**
 * The process whose life is the session's life: the Claude Code that started this hook or server, possibly through a
 * shell or npx. It is the nearest ancestor that is no launcher.
 */
export function owningProcess(): ProcessMark {
  return markOf(nearestOwner(process.ppid) ?? process.pid);
}

function nearestOwner(parent: number): number | undefined {
  let pid = parent;
  for (let generation = 0; generation < MAX_GENERATIONS && pid > 0; generation++) {
    const facts = factsOf(pid);
    if (facts === undefined) return process.platform === 'win32' ? pid : undefined;
    // The first process inherits orphans and never ends, unless it is Claude Code itself, in a container of its own.
    if (pid === FIRST_PROCESS) return /^(?:claude|node)$/.test(facts.name) ? pid : undefined;
    if (!LAUNCHERS.test(facts.name)) return pid;
    pid = facts.parent;
  }
  return undefined;
}
