import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CommandLinePorts, OutputStream } from '../../../src/cli/ports.js';
import type { OpenProgram } from '../../../src/cli/program-port.js';
import { runCommandLine } from '../../../src/cli/run-command-line.js';
import type { Council } from '../../../src/council/index.js';
import { createJournal } from '../../../src/journal/index.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { UserError } from '../../../src/kernel/user-error.js';
import { createEntryCatalog } from '../../../src/learning/index.js';
import { ignoreFolder } from '../../../src/storage/own-files/own-folder.js';
import { exampleResult, FREE_ESTIMATE } from '../../support/example-result.js';

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

export interface FakePorts extends CommandLinePorts {
  readonly stdout: FakeStream;
  readonly stderr: FakeStream;
  /** Folder and pin. */
  readonly trusted: Map<string, string>;
  /** As if a second had passed, or Ctrl-C had been pressed. */
  tick(seconds?: number): void;
  interrupt(): void;
}

/** A machine with an empty project folder, nothing trusted, and a program that is handed in. */
export function fakePorts(changes: Partial<CommandLinePorts> = {}): FakePorts {
  const currentFolder = newFolder();
  const trusted = new Map<string, string>();
  const ticks = new Set<() => void>();
  const interrupts = new Set<() => void>();
  let elapsedMs = 0;
  const listen = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const base: CommandLinePorts = {
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
    everySecond: listen(ticks),
    onInterrupt: listen(interrupts),
    openProgram: async () => fakeProgram(),
    serve: async () => undefined,
    startPages: async () => ({
      url: 'http://127.0.0.1:47600',
      address: (path) => `http://127.0.0.1:47600${path}#k=c`,
      writeOpener: async () => '/state/open.html',
      own: undefined,
    }),
    changeCoachSession: async () => undefined,
    openOwnData: async () => {
      throw new UserError('not_found', 'there is no data of the coach');
    },
    findRunningCoach: async () => undefined,
    startCoach: async () => ({
      url: 'http://127.0.0.1:47600',
      address: (path) => `http://127.0.0.1:47600${path}#k=c`,
      writeOpener: async () => '/state/open.html',
      own: undefined,
    }),
    renderHtml: async () => '',
    viewUrl: async () => null,
    openBrowser: async () => false,
    config: {
      file: join(currentFolder, 'config.yaml'),
      get: async () => undefined,
      getOwn: async () => undefined,
      set: async () => undefined,
      unset: async () => undefined,
      change: async () => undefined,
    },
    migrateConfigFile: async () => ({ changes: [], backupFile: undefined }),
    writeFileAtomically: async (file, text) =>
      writeFileSync(file, typeof text === 'string' ? text : await gather(text)),
    makeDataFolder: async (folder) => ignoreFolder(folder),
    projectMemory: async (folder) => ({
      id: 'id',
      folder: () => join(folder, '..', 'memory'),
      make: () => join(folder, '..', 'memory'),
      copy: undefined,
      files: [],
      inProject: [],
      use: async () => undefined,
      delete: async () => true,
    }),
    gitState: async () => undefined,
    repositoryFolders: async () => [],
    filesOpenToOthers: async () => [],
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
export async function witan(ports: FakePorts, ...args: string[]): Promise<string> {
  const shown = ports.stdout.text().length;
  const exitCode = await runCommandLine(args, ports);
  if (exitCode !== 0) throw new Error(`witan ${args.join(' ')} ended with ${exitCode}: ${ports.stderr.text()}`);
  return ports.stdout.text().slice(shown);
}

export function fakeProgram(changes: Partial<OpenProgram> = {}): OpenProgram {
  const journal = createJournal({ folder: join(newFolder(), 'journal') });
  return {
    council: councilOf(async () => exampleResult()),
    logger: silentLogger,
    redact: async (text) => text,
    report: () => undefined,
    layOut: async () => new Float32Array(),
    saveDoctorReport: async () => undefined,
    pageRuns: async () => undefined,
    existingDecisions: async () => undefined,
    configuration: {
      files: [],
      notices: [],
      unusedKeys: [],
      configuredAdapters: [],
      dataFolder: join(tmpdir(), '.witan'),
      transcriptsFolder: join(tmpdir(), 'transcripts'),
      journalFolder: join(tmpdir(), 'journal'),
      deniedFiles: [],
    },
    directory: { names: () => [], models: () => [], adapter: async () => undefined },
    models: async () => [],
    coaching: {
      models: { ofTier: async () => undefined },
      searchingAdapters: async () => [],
      isBilled: async () => true,
      dailyCapUsd: 0,
      embedding: async () => undefined,
      chroma: undefined,
    },
    defaultPanel: async () => ({ participants: ['sonnet@claude', 'gpt-5@codex'], notice: null }),
    comparison: async () => 'builtin',
    evidenceState: () => ({ state: 'ok', text: 'no program is run' }),
    decisions: async () => {
      throw new Error('this test remembers no decisions');
    },
    decisionGraph: async () => ({ state: 'ok', text: '3 decisions, intact' }),
    runs: async () => undefined,
    journal,
    entries: createEntryCatalog({ journal, learning: async () => ({ listExperiences: async () => [] }) }),
    learning: async () => undefined,
    journalState: async () => ({ state: 'ok', text: 'nothing written down yet' }),
    knowledge: async () => {
      throw new Error('this test has no process knowledge');
    },
    guidanceState: async () => ({ state: 'ok', text: 'no process knowledge yet' }),
    hookFigures: async () => [],
    sqlite: async () => ({ state: 'ok', text: 'node:sqlite' }),
    adapterVersion: async () => undefined,
    ...changes,
  };
}

export function councilOf(deliberate: Council['deliberate']): Council {
  return {
    deliberate,
    resume: async ({ deliberation_id: _id, ...request }, options) =>
      deliberate({ question: 'continued', working_directory: '.', ...request }, options),
    estimate: async () => ({ participants: [], rounds: 2, estimate: FREE_ESTIMATE, notice: null }),
    defaultPanel: async () => ({ participants: [], notice: null }),
  };
}

async function gather(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

/** Inside the home folder that every test file is given, and that is removed with it. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(homedir(), 'witan-cli-')));
}
