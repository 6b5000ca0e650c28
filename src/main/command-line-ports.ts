import { once } from 'node:events';
import { homedir } from 'node:os';
import path from 'node:path';
import type {
  CommandLinePorts,
  ConfigEditor,
  FolderTrust,
  ForeignKnowledge,
  OutputStream,
  ServerCommand,
} from '../cli/ports.js';
import { systemClock } from '../kernel/clock.js';
import { configFolder } from '../kernel/config-folder.js';
import { UserError } from '../kernel/user-error.js';
import { NO_MEMORY } from '../storage/project-memory.js';
import { closeInTime } from './close-in-time.js';
import { configContext, nodeCommand, packageFolder, VERSION } from './installation.js';

/** The command line's world: the real streams and clock now, the program itself when a command asks for it. */
export function commandLinePorts(): CommandLinePorts & { readonly close: () => Promise<void> } {
  const closers: (() => Promise<void>)[] = [];
  return {
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
    hookRegistrations: async (...args) => (await import('./register-hooks.js')).hookRegistrationsFor(...args),
    gitState: async (...args) => (await import('./git-state.js')).readGitState(...args),
    repositoryFolders: async (...args) => (await import('./git-state.js')).findRepositoryFolders(...args),
    slashCommands: async () => (await import('./slash-commands.js')).readSlashCommands(),
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
    openProgram: async (options) => {
      const { openProgram } = await import('./open-program.js');
      // Not spread: its parts are opened when a command reads them.
      const program = await openProgram(options);
      closers.push(program.close);
      return program;
    },
    serve: async (options) => (await import('./serve.js')).serve(options),
    ...pagePorts,
    config: configEditor(),
    async migrateConfigFile(file, { dryRun }) {
      const { migrateConfigFile } = await import('../config/index.js');
      const { notes, backupPath } = await migrateConfigFile(file, { dryRun, write: await atomicWriter() });
      return { changes: notes, backupFile: backupPath };
    },
    writeFileAtomically: async (...args) => (await atomicWriter())(...args),
    makeDataFolder: async (folder) => (await import('../storage/own-files/own-folder.js')).ignoreFolder(folder),
    projectMemory: async (projectFolder) => (await import('./project-memory.js')).openMemoryOf(projectFolder),
    filesOpenToOthers: async (...args) => (await import('./files-open-to-others.js')).findFilesOpenToOthers(...args),
    ask,
    close: () => closeInTime(closers),
  };
}

/** What is shown in a browser. */
const pagePorts = {
  startPages: async (options) => (await import('./open-pages.js')).openPages(options),
  startCoach: async (options) => (await import('./open-coach.js')).openCoach(options),
  changeCoachSession: async (change) => (await import('./change-coach-session.js')).changeCoachSession(change),
  openOwnData: async (options) => (await import('./open-own-data.js')).openCoachOwnData(options),
  findRunningCoach: async () => (await import('./open-own-data.js')).findRunningCoach(),
  renderHtml: async (exported) => (await import('./render-html.js')).renderHtml(exported),
  viewUrl: async (...args) => (await import('./view-url.js')).viewUrl(...args),
  openBrowser: async (address) => (await import('./open-browser.js')).openBrowser(address),
} satisfies Partial<CommandLinePorts>;

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
  state: async (folder) => (await import('../config/index.js')).projectTrust(configContext(folder)),
  examine: async (folder) => (await import('../config/index.js')).examineProject(configContext(folder)),
  async trustFolder(folder, pin) {
    const { trustFolder } = await import('../config/index.js');
    await trustFolder({ folder, pin }, { configFolder: userFolder(), write: await atomicWriter() });
  },
  async distrustFolder(folder) {
    const { distrustFolder } = await import('../config/index.js');
    await distrustFolder(folder, { configFolder: userFolder(), write: await atomicWriter() });
  },
};

function userFolder(): string {
  return configFolder(homedir(), process.env);
}

function configEditor(): ConfigEditor {
  const context = configContext(process.cwd());
  return {
    file: path.join(userFolder(), 'config.yaml'),
    get: async (projectFolder, key) =>
      (await import('../config/index.js')).readSetting(key, configContext(projectFolder)),
    getOwn: async (key) => (await import('../config/index.js')).readUserSetting(key, context),
    set: async (name, typed) =>
      (await import('../config/index.js')).setInUserConfig({ name, typed }, context, await atomicWriter()),
    unset: async (name) => (await import('../config/index.js')).unsetInUserConfig(name, context, await atomicWriter()),
    change: async (plan) => (await import('../config/index.js')).changeUserConfig(plan, context, await atomicWriter()),
  };
}

async function foreignKnowledge(folder: string): Promise<ForeignKnowledge> {
  const { readForeignItems, trustItems } = await import('../guidance/index.js');
  const memory = await (await import('./project-memory.js')).openChosenMemory(folder);
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

async function atomicWriter() {
  return (await import('../storage/index.js')).writeAtomically;
}
