import { once } from 'node:events';
import { homedir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../kernel/clock.js';
import { configFolder } from '../kernel/config-folder.js';
import { nodeCommand, packageFolder, VERSION } from '../kernel/installation.js';
import { UserError } from '../kernel/user-error.js';
import { writeAtomically } from '../kernel/write-atomically.js';
import { NO_MEMORY } from '../storage/project-memory.js';
import type { FolderTrust, ForeignKnowledge, OutputStream, ServerCommand, Shell } from './shell.js';

/** The terminal and the machine of this process. */
export function processShell(program: Pick<Shell, 'openProgram' | 'serve'>): Shell {
  return {
    ...program,
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    environment: process.env,
    currentFolder: process.cwd(),
    homeFolder: homedir(),
    configFolder: userFolder(),
    version: VERSION,
    nodeVersion: process.versions.node,
    clock: systemClock,
    serverCommand: serverCommand(),
    hookRegistrations: async (...args) => (await import('./init/register-hooks.js')).hookRegistrationsFor(...args),
    slashCommands: async () => (await import('./init/slash-commands-step.js')).readSlashCommands(),
    trust: folderTrust,
    foreignKnowledge,
    everySecond(tick) {
      const timer = setInterval(tick, 1000).unref();
      return () => clearInterval(timer);
    },
    onInterrupt(handler) {
      for (const signal of INTERRUPTS) process.on(signal, handler);
      return () => {
        for (const signal of INTERRUPTS) process.off(signal, handler);
      };
    },
    openBrowser: async (file) => (await import('./open-browser.js')).openBrowser(file),
    writeFileAtomically: writeAtomically,
    ask,
  };
}

/** Ends without a stack trace where Node or Witan is gone. Windows has no such shell. */
function serverCommand(): ServerCommand {
  const program = path.join(packageFolder() ?? '.', 'dist', 'witan.cjs');
  if (process.platform === 'win32') return { command: nodeCommand(), args: [program, 'serve'] };
  const line = 'test -x "$0" && test -f "$1" && exec "$0" "$1" serve';
  return { command: '/bin/sh', args: ['-c', line, nodeCommand(), program] };
}

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function outputTo(stream: NodeJS.WriteStream): OutputStream {
  return {
    // The stream's own event comes only after every callback, and the last of these ends the process.
    write: (text) => void stream.write(text, (error) => error && endWithoutReader(error)),
    ready: async () => {
      if (stream.writableNeedDrain) await once(stream, 'drain');
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const { createInterface } = await import('node:readline/promises');
  // On standard error: what goes to standard output is the result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await Promise.race([terminal.question(question), once(terminal, 'close').then(() => undefined)]);
  } finally {
    terminal.close();
  }
}

/** From now on the program ends if its output cannot be written. */
export function endOnBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithoutReader);
}

/** Connections that are kept for reuse would hold the process for seconds: it ends once its output is out. */
export function exitAfterOutput(code: number): void {
  process.stdout.write('', (error) => (error ? endWithoutReader(error) : process.exit(code)));
}

/**
 * `witan … | head` closes the pipe early: that is the reader's choice and no error of ours. Any other failure, such as
 * a full disk, means that the verdict is not where the person will look for it.
 */
function endWithoutReader(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  const cause = `the output could not be written (${error.code ?? error.message})`;
  process.stderr.write(`witan: ${cause}; free some space or write it somewhere else\n`, () => undefined);
  process.exit(1);
}

const folderTrust: FolderTrust = {
  async state(folder) {
    const { configContext, projectTrust } = await import('../config/index.js');
    return projectTrust(configContext(folder));
  },
  async examine(folder) {
    const { configContext, examineProject } = await import('../config/index.js');
    return examineProject(configContext(folder));
  },
  async trustFolder(folder, pin) {
    const { trustFolder } = await import('../config/index.js');
    await trustFolder({ folder, pin }, { configFolder: userFolder(), write: writeAtomically });
  },
  async distrustFolder(folder) {
    const { distrustFolder } = await import('../config/index.js');
    await distrustFolder(folder, { configFolder: userFolder(), write: writeAtomically });
  },
};

function userFolder(): string {
  return configFolder(homedir(), process.env);
}

async function foreignKnowledge(folder: string): Promise<ForeignKnowledge> {
  const { readForeignItems, trustItems } = await import('../guidance/index.js');
  const memory = await (await import('./project-memory.js')).openChosenMemory(folder, {
    environment: process.env,
    homeFolder: homedir(),
  });
  const folders = {
    projectFolder: folder,
    get dataFolder() {
      return memory.find() ?? NO_MEMORY;
    },
    makeDataFolder: () => memory.make(),
  };
  const items = readForeignItems(folders);
  return {
    titles: items.map(({ priority, label }) => `${priority} ${label}`),
    async trust() {
      if (trustItems(folders, items)) return;
      throw new UserError(
        'conflict',
        'the trust in .claude/graphs cannot be stored; it is kept in your data folder, which must be writable and outside this project',
      );
    },
  };
}
