import { homedir } from 'node:os';
import path from 'node:path';
import type { CommandLinePorts, FolderTrust, OutputStream } from '../cli/ports.js';
import { systemClock } from '../kernel/clock.js';
import { packageFolder } from './package-folder.js';
import { VERSION } from './version.js';

/** The command line's world: the real streams and clock now, the program itself when a command asks for it. */
export function commandLinePorts(): CommandLinePorts & { readonly exit: (code: number) => void } {
  endWithTheReader(process.stdout);
  endWithTheReader(process.stderr);
  return {
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    environment: process.env,
    currentFolder: process.cwd(),
    homeFolder: homedir(),
    version: VERSION,
    nodeVersion: process.versions.node,
    clock: systemClock,
    serverCommand: {
      command: process.execPath,
      args: [path.join(packageFolder() ?? '.', 'dist', 'witan.cjs'), 'serve'],
    },
    trust: folderTrust(),
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
    openProgram: async (options) => (await import('./open-program.js')).openProgram(options),
    serve: async (options) => (await import('./serve.js')).serve(options),
    async migrateConfigFile(file, { dryRun }) {
      const { migrateConfigFile } = await import('../config/index.js');
      const { notes, backupPath } = await migrateConfigFile(file, { dryRun, write: await atomicWriter() });
      return { changes: notes, backupFile: backupPath };
    },
    writeFileAtomically: async (file, text) => (await atomicWriter())(file, text),
    // Connections that are kept for reuse would hold the process for seconds: it ends once its output is out.
    exit: (code) => void process.stdout.write('', () => process.exit(code)),
  };
}

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function outputTo(stream: NodeJS.WriteStream): OutputStream {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}

/** `witan … | head` closes the pipe early: that is the reader's choice and no error of ours. */
function endWithTheReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
}

function folderTrust(): FolderTrust {
  const opened = async () => {
    const config = await import('../config/index.js');
    return { ...config, place: config.configFolder(homedir(), process.env) };
  };
  return {
    async isTrusted(folder) {
      const { isTrusted, place } = await opened();
      return isTrusted(folder, place);
    },
    async trustFolder(folder) {
      const { trustFolder, place } = await opened();
      await trustFolder(folder, place, await atomicWriter());
    },
    async distrustFolder(folder) {
      const { distrustFolder, place } = await opened();
      await distrustFolder(folder, place, await atomicWriter());
    },
  };
}

async function atomicWriter() {
  return (await import('../storage/index.js')).writeAtomically;
}
