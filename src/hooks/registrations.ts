import { HOOK_NAMES, type HookName } from './protocol/hook-names.js';

export interface HookRegistration {
  /** Claude Code's name of the event. */
  readonly event: string;
  readonly matcher?: string;
  readonly command: string;
  readonly args: readonly string[];
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
 * How Claude Code runs each hook: without a shell, and on POSIX without two variables that a start would pay for.
 * NODE_EXTRA_CA_CERTS makes Node 20 read all certificates first (30 ms become 85), NODE_OPTIONS may load a debugger.
 */
export function hookRegistrations({ file, node, platform, options = [] }: HookProgram): HookRegistration[] {
  const clean = platform === 'win32' ? [] : ['-u', 'NODE_EXTRA_CA_CERTS', '-u', 'NODE_OPTIONS'];
  return (Object.keys(HOOK_NAMES) as HookName[]).map((name) => {
    const matcher = MATCHERS[name];
    const run = [file, name, ...options];
    return {
      event: HOOK_NAMES[name],
      ...(matcher !== undefined && { matcher }),
      ...(platform === 'win32' ? { command: node, args: run } : { command: 'env', args: [...clean, node, ...run] }),
    };
  });
}

/** Tools that only look are never asked about, so no process is started for them. */
const MATCHERS: Partial<Record<HookName, string>> = { 'pre-tool-use': 'Write|Edit|MultiEdit|NotebookEdit|Bash' };
