import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { processShell } from '../../src/cli/process-shell.js';
import { runCommandLine } from '../../src/cli/run-command-line.js';
import type { OutputStream } from '../../src/cli/shell.js';
import { openProgram } from '../../src/program/open-program.js';
import type { Program } from '../../src/program/program.js';
import { serve } from '../../src/program/serve.js';
import { findUnusedDatabases } from '../../src/program/unused-databases.js';
import { runOnTerminal, type TerminalOutcome, type TerminalTask } from '../support/run-on-terminal.js';
import { scratchFolder } from '../support/scratch-folder.js';

export const WITAN = resolve(import.meta.dirname, '../../dist/witan.cjs');

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine on which no model can be found: an own home, nothing but Node on PATH, no key, no server. */
export interface EmptyMachine {
  readonly home: string;
  readonly project: string;
  witan(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The same in this process, without the start of a program: for the many that need no process of their own. */
  witanHere(args: readonly string[], options?: Pick<RunOptions, 'environment'>): Promise<Ended>;
  /** The same on a terminal, where the program asks its questions. */
  witanOnTerminal(args: readonly string[], answers: TerminalTask['answers']): Promise<TerminalOutcome>;
  remove(): void;
}

interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where standard output goes: an open file, or a reader that has already left. */
  readonly stdout?: number | 'no reader';
  /** Called with all of standard error so far, and a way to send a signal. */
  readonly onStderr?: (text: string, signal: (name: NodeJS.Signals) => void) => void;
}

export function createEmptyMachine(): EmptyMachine {
  if (!existsSync(WITAN)) throw new Error('these tests run the built program: npm run build');
  const root = scratchFolder('machine');
  const [home, project, programs] = ['home', 'project', 'bin'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, project, programs]) mkdirSync(folder);
  symlinkSync(process.execPath, join(programs, 'node'));
  // A server that happens to run on the developer's machine must not join the panel: port 1 refuses.
  mkdirSync(join(home, '.config', 'witan'), { recursive: true });
  writeFileSync(join(home, '.config', 'witan', 'config.yaml'), 'adapters: { lmstudio: { enabled: false } }\n');
  const environment = { HOME: home, PATH: programs, OLLAMA_HOST: 'http://127.0.0.1:1' };
  return {
    home,
    project,
    witan: (args, options = {}) =>
      run(args, { ...options, cwd: options.cwd ?? project, environment: { ...environment, ...options.environment } }),
    witanHere: (args, options = {}) => runHere(args, project, { ...environment, ...options.environment }),
    witanOnTerminal: (args, answers) =>
      runOnTerminal({ command: [process.execPath, WITAN, ...args], cwd: project, environment, answers }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The same with the two participants of `votersConfig`. */
export function createMachineWithModels(): EmptyMachine {
  const machine = createEmptyMachine();
  writeFileSync(join(machine.home, '.config', 'witan', 'config.yaml'), votersConfig());
  return machine;
}

/** A configuration with two participants, `first` and `second`, that are real programs and vote for PostgreSQL. */
export function votersConfig(): string {
  const vote = { option: 'PostgreSQL', confidence: 0.6, rationale: 'it fits', continue_debate: true };
  const print = `console.log(${JSON.stringify(`I choose PostgreSQL.\n\nVOTE: ${JSON.stringify(vote)}`)})`;
  const adapter = {
    type: 'cli',
    command: process.execPath,
    args: ['-e', `process.stdin.resume().on('end', () => ${print})`],
  };
  const sections = {
    adapters: { lmstudio: { enabled: false }, first: adapter, second: adapter },
    model_registry: { first: [{ id: 'plain', family: 'one' }], second: [{ id: 'plain', family: 'two' }] },
    council: { summary: 'extractive' },
  };
  return Object.entries(sections)
    .map(([name, values]) => `${name}: ${JSON.stringify(values)}\n`)
    .join('');
}

async function runHere(args: readonly string[], cwd: string, environment: Readonly<Record<string, string>>) {
  const before = { cwd: process.cwd(), environment: { ...process.env } };
  const enter = (folder: string, values: NodeJS.ProcessEnv) => {
    process.chdir(folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, values);
  };
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written): OutputStream => ({
    write: (text) => {
      written[name] += text;
    },
    isTerminal: false,
    columns: undefined,
  });
  enter(cwd, environment);
  const opened: Program[] = [];
  const shell = processShell({
    async openProgram({ environment: added, ...options }) {
      const variables = { ...process.env, ...added };
      const program = await openProgram({ ...options, environment: variables, clientName: 'command-line' });
      opened.push(program);
      return program;
    },
    serve,
    unusedDatabases: findUnusedDatabases,
  });
  try {
    const exitCode = await runCommandLine(args, { ...shell, stdout: output('stdout'), stderr: output('stderr') });
    return { exitCode, ...written };
  } finally {
    for (const program of opened) await program.close();
    enter(before.cwd, before.environment);
  }
}

function run(args: readonly string[], { cwd, environment, stdout: target, onStderr }: RunOptions): Promise<Ended> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [WITAN, ...args], {
      cwd,
      env: environment,
      stdio: ['ignore', typeof target === 'number' ? target : 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    if (target === 'no reader') child.stdout?.destroy();
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onStderr?.(stderr, (name) => child.kill(name));
    });
    child.once('error', reject);
    child.once('close', (exitCode) => settle({ exitCode, stdout, stderr }));
  });
}
