import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { createEmptyMachine, type EmptyMachine, WITAN } from '../integration/cli-program.js';

/** The built `witan coach`, from its start to its end. */
export interface CoachProgram {
  readonly machine: Pick<EmptyMachine, 'home' | 'project'>;
  readonly processId: number;
  /** What it wrote to standard output so far. */
  printed(): string;
  failed(): string;
  /** Resolves when standard output has the text; rejects if the program ends before. */
  prints(text: string): Promise<void>;
  /** Resolves with the exit code, after a signal if one is given. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

interface CoachStart {
  readonly machine?: Pick<EmptyMachine, 'home' | 'project'>;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A program that starts it, with its arguments. */
  readonly through?: readonly string[];
}

/** Ends with the test that started it. */
export function spawnCoach({ machine = createEmptyMachine(), args = [], ...start }: CoachStart): CoachProgram {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, XDG_CONFIG_HOME: ___, ANTHROPIC_API_KEY: ____, ...inherited } = process.env;
  const [program = '', ...rest] = [...(start.through ?? []), process.execPath, WITAN, 'coach', ...args];
  const child = spawn(program, rest, {
    cwd: start.cwd ?? machine.project,
    env: { ...inherited, HOME: machine.home, OLLAMA_HOST: 'http://127.0.0.1:1', ...start.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const closed = once(child, 'close');
  const end = async (signal?: NodeJS.Signals) => {
    if (signal !== undefined && isRunning(child)) child.kill(signal);
    await closed;
    return child.exitCode;
  };
  onTestFinished(async () => void (await end('SIGKILL')));
  return {
    machine,
    processId: child.pid ?? 0,
    printed: () => output.stdout,
    failed: () => output.stderr,
    async prints(text) {
      while (!output.stdout.includes(text)) {
        const [event] = await Promise.race([once(child.stdout, 'data'), closed.then(() => ['end'])]);
        if (event === 'end' && !output.stdout.includes(text))
          throw new Error(`witan coach ended: ${output.stdout}${output.stderr}`);
      }
    },
    end,
  };
}

/** One that is ready, with its address. */
export async function startCoach(start: CoachStart = {}) {
  const program = spawnCoach({ ...start, args: ['--no-open', ...(start.args ?? [])] });
  await program.prints('ready on port');
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/\S*#k=[\w-]+/.exec(program.printed()) ?? [];
  return { ...program, address, url: new URL(address).origin };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
