import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run-command-line.js';
import type { OutputStream, Shell } from '../../../src/cli/shell.js';
import { writeAtomically } from '../../../src/kernel/write-atomically.js';
import { testProgram } from '../../support/test-program.js';

export interface FakeStream extends OutputStream {
  text(): string;
}

export function fakeStream(terminal?: { readonly columns: number }): FakeStream {
  let written = '';
  return {
    write: (text) => {
      written += text;
    },
    isTerminal: terminal !== undefined,
    columns: terminal?.columns,
    text: () => written,
  };
}

export interface TestShell extends Shell {
  readonly stdout: FakeStream;
  readonly stderr: FakeStream;
  /** Folder and pin. */
  readonly trusted: Map<string, string>;
  /** As if a second had passed, or Ctrl-C had been pressed. */
  tick(seconds?: number): void;
  interrupt(): void;
}

/** A machine with an empty project folder, nothing trusted, and a program that is handed in. */
export function testShell(changes: Partial<Shell> = {}): TestShell {
  const currentFolder = newFolder();
  const trusted = new Map<string, string>();
  const ticks = new Set<() => void>();
  const interrupts = new Set<() => void>();
  let elapsedMs = 0;
  const listen = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const base: Shell = {
    stdout: fakeStream(),
    stderr: fakeStream(),
    environment: {},
    currentFolder,
    homeFolder: newFolder(),
    configFolder: newFolder(),
    version: '1.2.3',
    nodeVersion: '20.19.0',
    clock: { now: () => new Date('2026-11-16T10:15:02Z'), elapsed: () => elapsedMs },
    serverCommand: { command: process.execPath, args: [join(currentFolder, 'dist/witan.cjs'), 'serve'] },
    slashCommands: async () => [
      { name: 'knowledge-promote', text: '---\ndescription: Make a draft active\n---\nPromote $ARGUMENTS.\n' },
      { name: 'retro', text: 'Look back.\n' },
    ],
    hookRegistrations: async () => [
      {
        event: 'PreToolUse',
        matcher: 'Write|Bash',
        command: 'env',
        args: [join(currentFolder, 'dist/hook.cjs'), 'pre-tool-use'],
      },
      { event: 'Stop', command: 'env', args: [join(currentFolder, 'dist/hook.cjs'), 'stop'] },
    ],
    foreignKnowledge: async () => ({ titles: [], trust: async () => undefined }),
    trust: {
      state: async (folder) => (trusted.has(folder) ? 'trusted' : 'unknown'),
      examine: async () => ({ file: undefined, needsTrust: [], programs: [], unpinned: [], pin: 'pin' }),
      trustFolder: async (folder, pin) => void trusted.set(folder, pin),
      distrustFolder: async (folder) => void trusted.delete(folder),
    },
    unusedDatabases: async () => [],
    everySecond: listen(ticks),
    onInterrupt: listen(interrupts),
    openProgram: async ({ projectFolder }) => testProgram({}, { projectFolder }),
    serve: async () => undefined,
    openBrowser: async () => false,
    writeFileAtomically: writeAtomically,
    ask: async () => undefined,
    ...changes,
  };
  return {
    ...base,
    stdout: base.stdout as FakeStream,
    stderr: base.stderr as FakeStream,
    trusted,
    tick(seconds = 1) {
      elapsedMs += seconds * 1000;
      for (const listener of ticks) listener();
    },
    interrupt: () => {
      for (const listener of interrupts) listener();
    },
  };
}

/** Writes a file and the folders above it. */
export function put(file: string, text = ''): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs a command that has to succeed, and returns what it printed. */
export async function witan(shell: TestShell, ...args: string[]): Promise<string> {
  const shown = shell.stdout.text().length;
  const exitCode = await runCommandLine(args, shell);
  if (exitCode !== 0) throw new Error(`witan ${args.join(' ')} ended with ${exitCode}: ${shell.stderr.text()}`);
  return shell.stdout.text().slice(shown);
}

/** Inside the home folder that every test file is given, and that is removed with it. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(homedir(), 'witan-cli-')));
}
