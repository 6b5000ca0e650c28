import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { failure, type Result, success } from '../kernel/result.js';
import type { ChildFailure } from './child-failure.js';
import type { ChildRequest } from './child-request.js';

export interface PipedChild {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  unref(): void;
}

/** Starts a program as the leader of its own group, with three pipes: it never sees our own standard output. */
export async function startChild(
  request: ChildRequest,
): Promise<Result<{ child: PipedChild; pid: number }, ChildFailure>> {
  try {
    const { execa } = await import('execa');
    const child = execa(request.command, [...request.args], {
      cwd: request.cwd,
      env: request.env,
      extendEnv: false,
      stdio: 'pipe',
      buffer: false,
      reject: false,
      cleanup: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    if (child.pid === undefined) return failure(await startFailure(request, (await child).code));
    return success({ child, pid: child.pid });
  } catch (error) {
    // A NUL byte in an argument, for one, is refused before anything is started.
    return failure({ kind: 'not_started', detail: error instanceof Error ? firstLine(error.message) : String(error) });
  }
}

async function startFailure(request: ChildRequest, code = 'unknown'): Promise<ChildFailure> {
  // A missing working folder is reported with the same code as a missing program.
  const folder = await stat(request.cwd).catch(() => undefined);
  if (folder?.isDirectory() !== true) return { kind: 'not_started', detail: `no such folder: ${request.cwd}` };
  switch (code) {
    case 'ENOENT':
      return { kind: 'not_found', command: request.command };
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return { kind: 'not_executable', command: request.command, detail: code };
    case 'E2BIG':
      return { kind: 'arguments_too_long', detail: 'the system refuses an argument list of this length' };
    default:
      return { kind: 'not_started', detail: `the system could not start it (${code})` };
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
