import { HOOKS, type HookName } from './vocabulary.js';

export interface HookRegistration {
  /** Claude Code's name of the event. */
  readonly event: string;
  readonly matcher?: string;
  readonly command: string;
  /** Without them, `command` is a line for the shell. */
  readonly args?: readonly string[];
}

export interface HookProgram {
  /** The file that was built for hooks. */
  readonly file: string;
  readonly node: string;
  readonly platform: NodeJS.Platform;
  /** Options behind the hook's name. */
  readonly options?: readonly string[];
}

/**
 * How Claude Code runs each hook of this installation. On POSIX a shell looks first whether the program is still there:
 * after an uninstall or an upgrade of Node the hook is silent, or `witan` on the PATH answers instead.
 */
export function hookRegistrations({ file, node, platform, options = [] }: HookProgram): HookRegistration[] {
  return forEachHook((name) => {
    const run = [file, name, ...options, FOR_ALL_TOOLS];
    return platform === 'win32' ? { command: node, args: run } : { command: 'sh', args: ['-c', GUARD, node, ...run] };
  });
}

/** Hooks for a file that a team shares: no path of a machine, and silent where Witan is not installed. */
export function portableHookRegistrations(options: readonly string[]): HookRegistration[] {
  return forEachHook((name) => {
    const run = ['witan', 'hook', name, '--team', ...options.map(quote), FOR_ALL_TOOLS].join(' ');
    return { command: `${CLEAN}; command -v witan >/dev/null && ${run} 2>/dev/null; exit 0` };
  });
}

/** NODE_EXTRA_CA_CERTS makes Node 20 read all certificates first (30 ms become 85), NODE_OPTIONS may load a debugger. */
const CLEAN = 'unset NODE_EXTRA_CA_CERTS NODE_OPTIONS';

/** $0 is Node, $1 the file, and the rest the hook's name and options. */
const GUARD = [
  CLEAN,
  'if [ -x "$0" ] && [ -f "$1" ]; then "$0" "$@"; elif command -v witan >/dev/null; then shift; witan hook "$@"; fi 2>/dev/null',
  'exit 0',
].join('; ');

function forEachHook(commandOf: (name: HookName) => Pick<HookRegistration, 'command' | 'args'>): HookRegistration[] {
  return (Object.keys(HOOKS) as HookName[]).map((name) => {
    const { summary: _, ...registered } = HOOKS[name];
    return { ...registered, ...commandOf(name) };
  });
}

/**
 * Says that the hook before tool calls is registered for all tools in its matcher. Registrations of earlier versions stay
 * after an upgrade and lack some of them, so that a coaching session which only they report to is not protected.
 */
const FOR_ALL_TOOLS = '--all-tools';

/** One word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
