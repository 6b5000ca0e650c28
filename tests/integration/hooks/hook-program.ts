import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/source-files.js';

export const HOOK = join(ROOT, 'dist', 'hook.cjs');

export interface HookEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HookOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** Behind the name of the hook. */
  readonly options?: readonly string[];
  readonly cwd?: string;
  /** Standard input is never ended. */
  readonly holdsInput?: boolean;
}

/** Runs the built hook as a process of its own. */
export function runHookProgram(name: string, input: string | Buffer, options: HookOptions = {}): Promise<HookEnd> {
  if (!existsSync(HOOK)) throw new Error('these tests run the built program: npm run build');
  const { environment = {}, args = [HOOK], options: more = [], cwd, holdsInput = false } = options;
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [...args, name, ...more], {
      // A busy machine must not turn a test of what is said into one of how fast.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, WITAN_HOOK_TIMEOUT_MS: '10000', ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(cwd !== undefined && { cwd }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    // A hook that ends early closes its input.
    child.stdin.on('error', () => undefined);
    if (holdsInput) child.stdin.write(input);
    else child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (exitCode) => settle({ exitCode, stdout, stderr }));
  });
}

export const NEUTRAL: HookEnd = { exitCode: 0, stdout: '', stderr: '' };
