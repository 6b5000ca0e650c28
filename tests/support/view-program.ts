import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { createEmptyMachine, type EmptyMachine, WITAN } from '../integration/cli-program.js';

/** The built `witan view --no-open`, in a project and a home of its own unless they are given. */
export interface ViewProgram {
  readonly machine: Pick<EmptyMachine, 'home' | 'project'>;
  readonly url: string;
  /** The address that the command printed; it works once. */
  readonly address: string;
  readonly processId: number;
  /** Everything that the program wrote to standard output and standard error so far. */
  printed(): string;
  /** A new address, from a second command that uses this server. `path` begins with a slash. */
  newAddress(path?: string): Promise<string>;
  /** Ends the program as Ctrl-C does, or at once; returns its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Ends with the test that started it. Rejects with the output of the command if it serves nothing. */
export async function startView(
  machine: Pick<EmptyMachine, 'home' | 'project'> = createEmptyMachine(),
  args: readonly string[] = [],
): Promise<ViewProgram> {
  const { child, printed } = spawnView(machine, args);
  onTestFinished(async () => void (await endProcess(child, 'SIGKILL')));
  await served(child, printed);
  const address = addressIn(printed());
  const { origin } = new URL(address);
  return {
    machine,
    url: origin,
    address,
    processId: child.pid ?? 0,
    printed,
    async newAddress(path = '/') {
      const second = spawnView(machine, []);
      const exitCode = await endOf(second.child);
      if (exitCode !== 0) throw new Error(`a second witan view failed: ${second.printed()}`);
      return addressIn(second.printed()).replace(/\/#/, `${path}#`);
    },
    end: (signal = 'SIGINT') => endProcess(child, signal),
  };
}

function spawnView({ home, project }: Pick<EmptyMachine, 'home' | 'project'>, args: readonly string[]) {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, XDG_CONFIG_HOME: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, [WITAN, 'view', '--no-open', ...args], {
    cwd: project,
    env: { ...inherited, HOME: home, OLLAMA_HOST: 'http://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, printed: () => output };
}

async function served(child: ChildProcess, printed: () => string): Promise<void> {
  while (!printed().includes('Ctrl-C')) {
    const [event] = await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close').then(() => ['end'])]);
    if (event === 'end') throw new Error(`witan view ended: ${printed()}`);
  }
}

function addressIn(output: string): string {
  const [address] = /http:\/\/127\.0\.0\.1:\d+\/\S*#k=[\w-]+/.exec(output) ?? [];
  if (address === undefined) throw new Error(`witan view printed no address: ${output}`);
  return address;
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return endOf(child);
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
