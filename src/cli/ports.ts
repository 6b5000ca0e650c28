import type { Council, Runs } from '../council/index.js';
import type { Decisions } from '../decisions/index.js';
import type { Knowledge } from '../guidance/index.js';
import type { Journal } from '../journal/index.js';
import type { Clock } from '../kernel/clock.js';
import type { EntryCatalog, Learning } from '../learning/index.js';

/** Everything that the command line needs from the machine and from the program; `main` provides it. */
export interface CommandLinePorts {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentFolder: string;
  readonly homeFolder: string;
  /** With the user's own config and the lists of trusted folders and known databases. */
  readonly configFolder: string;
  /** This package's version. */
  readonly version: string;
  /** Without the leading "v". */
  readonly nodeVersion: string;
  readonly clock: Clock;
  /** How Claude Code should start the MCP server from any folder. */
  readonly serverCommand: ServerCommand;
  /** The hooks of this program as Claude Code should run them. For a team they name no path of this machine. */
  hookRegistrations(projectFolder: string, scope: 'local' | 'user' | 'team'): Promise<readonly HookRegistration[]>;
  /** What git does with files of a folder; undefined without git or outside a repository. */
  gitState(folder: string, files: readonly string[]): Promise<GitState | undefined>;
  /** The commands that `init` installs for Claude Code. */
  slashCommands(): Promise<readonly SlashCommand[]>;
  readonly trust: FolderTrust;
  readonly graphTrust: GraphTrust;
  /** Databases in a project's data folder that are not used because they came or moved with the project. */
  unusedDatabases(projectFolder: string): Promise<readonly UnusedDatabase[]>;
  /** Calls `tick` about once a second until the returned function is called. Does not keep the process alive. */
  everySecond(tick: () => void): () => void;
  /** Calls `handler` at every Ctrl-C or termination signal until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** Rejects with a `UserError` for a configuration it cannot use. */
  openProgram(options: OpenOptions): Promise<OpenProgram>;
  /** Runs the stdio MCP server until its client goes away. */
  serve(options: { readonly configFile?: string }): Promise<void>;
  readonly config: ConfigEditor;
  migrateConfigFile(file: string, options: { readonly dryRun: boolean }): Promise<ConfigMigration>;
  /** A reader sees the old text or the new one, also if the disk is full. */
  writeFileAtomically(
    file: string,
    text: string | AsyncIterable<string>,
    options?: { readonly mode?: number },
  ): Promise<void>;
  /** Creates the folder and its ignore file, for their owner only, if they are missing. Rejects for a link in the path. */
  makeDataFolder(folder: string): Promise<void>;
  /** Folders and files of Witan that other users of this machine may use. */
  filesOpenToOthers(projectFolder: string): Promise<readonly FileOpenToOthers[]>;
  /** Asks the user and returns the typed line; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>;
}

/** The user's own configuration file. All methods reject with a `UserError` for a key or value that does not fit. */
export interface ConfigEditor {
  readonly file: string;
  /** The value in effect for a project; without a key all of them. Secrets are not shown. */
  get(projectFolder: string, key?: string): Promise<unknown>;
  /** The same without what a project's file sets. */
  getOwn(key: string): Promise<unknown>;
  /** `typed` is read as in a file: `3`, `true`, `[a, b]`. */
  set(key: string, typed: string): Promise<void>;
  unset(key: string): Promise<void>;
  /** Changes several keys in one step. */
  change(changes: readonly { readonly key: readonly string[]; readonly value: unknown }[]): Promise<void>;
}

export interface OutputStream {
  write(text: string): void;
  /** For long outputs: resolves when more can be written. */
  ready?(): Promise<void>;
  readonly isTerminal: boolean;
  /** The present width, because a window can be resized. Undefined without a terminal. */
  readonly columns: number | undefined;
}

export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly text: string;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** One hook: Claude Code's event, the tools that it matches (all without a matcher), and the program. */
export interface HookRegistration {
  readonly event: string;
  readonly matcher?: string;
  readonly command: string;
  /** Without them, `command` is a line for the shell. */
  readonly args?: readonly string[];
}

export interface FileOpenToOthers {
  readonly path: string;
  /** Takes the rights of others away. */
  restrict(): Promise<void>;
}

export interface GitState {
  /** From the root of the repository to the folder, with a slash at its end; empty at the root. */
  readonly prefix: string;
  /** The list of ignored files that is not committed. */
  readonly excludeFile: string;
  readonly tracked: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
}

/** Folders whose configuration, in a certain state, may choose executables and addresses; stored outside any project. */
export interface FolderTrust {
  state(folder: string): Promise<TrustState>;
  /** Rejects with a `UserError` for a file that cannot be shown. */
  examine(folder: string): Promise<ExaminedProject>;
  /** `pin` is from `examine`, so that exactly what was shown is trusted. */
  trustFolder(folder: string, pin: string): Promise<void>;
  distrustFolder(folder: string): Promise<void>;
}

/** Folders whose process knowledge hooks may show in full; stored outside any project. */
export interface GraphTrust {
  state(folder: string): Promise<{
    readonly isTrusted: boolean;
    /** How many graph files there are. */
    readonly files: number;
    /** Priority and title of every item that is not archived. */
    readonly titles: readonly string[];
  }>;
  /** Rejects with a `UserError` if the trust cannot be stored. */
  trust(folder: string): Promise<void>;
  distrust(folder: string): Promise<void>;
}

export type UnusedDatabase =
  | {
      readonly name: string;
      /** What `apply` does: a database that is not safe to open can only be moved aside. */
      readonly action: 'adopt' | 'move-aside';
      /** What is in it, or why it cannot be used. */
      readonly description: string;
      readonly apply: () => Promise<void>;
    }
  | { readonly name: string; readonly action: 'none'; readonly description: string };

/** changed: the file or one of its programs changed since it was trusted. unpinned: trusted by a version without pins. */
export type TrustState = 'trusted' | 'changed' | 'unpinned' | 'unknown';

interface ExaminedProject {
  /** The project's own configuration file; undefined where it has none. */
  readonly file: string | undefined;
  /** "key: value" for everything that needs trust. */
  readonly needsTrust: readonly string[];
  /** The programs and scripts of the project that the file names. A change of one ends the trust. */
  readonly programs: readonly string[];
  /** Commands that run more of the project than the pin covers, such as `npm run check`. */
  readonly unpinned: readonly string[];
  /** Identifies the text of the file and the content of the programs. */
  readonly pin: string;
}

export interface OpenOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
}

export interface OpenProgram {
  readonly council: Council;
  readonly configuration: ConfigurationInfo;
  readonly directory: AdapterDirectory;
  /** Every service, whether it works here, and its models. */
  models(): Promise<readonly ServiceModels[]>;
  /** The participants of a deliberation that names none. */
  defaultPanel(): Promise<DefaultPanel>;
  /** How texts are compared, as a sentence. */
  comparison(): Promise<string>;
  evidenceState(): PartState;
  /** Past decisions. Rejects with a `UserError` if they are turned off or the database cannot be used. */
  decisions(): Promise<Decisions>;
  /** The state of the decision graph; creates no database. */
  decisionGraph(): Promise<PartState>;
  /** Recorded deliberations; undefined if there is none yet. Rejects if the database cannot be used. */
  runs(): Promise<Runs | undefined>;
  /** Why recorded deliberations are not used; undefined if they are, or if there are none. */
  unusedRuns(): Promise<PartState | undefined>;
  /** The hypotheses of agents and their outcomes. */
  readonly journal: Journal;
  /** All entries, also those that are not stored for learning yet. */
  readonly entries: EntryCatalog;
  /** Undefined if nothing was learned yet. Rejects with a `UserError` if the database cannot be used. */
  readonly learning: () => Promise<Learning | undefined>;
  /** The state of the journal and of learning; creates nothing. */
  journalState(): Promise<PartState>;
  /** Process knowledge, which the hooks show. */
  knowledge(): Promise<Knowledge>;
  /** The state of process knowledge; creates nothing. */
  guidanceState(): Promise<PartState>;
  /** The recent timings of the hooks. */
  hookFigures(): Promise<readonly HookFigures[]>;
  /** The SQLite driver. */
  sqlite(): Promise<PartState>;
  /** The version of a command-line tool; undefined for other adapters and tools without a version. */
  adapterVersion(name: string, signal: AbortSignal): Promise<string | undefined>;
}

interface ServiceModels {
  readonly adapter: string;
  readonly available: boolean;
  readonly models: readonly { readonly id: string; readonly default: boolean }[];
}

export interface HookFigures {
  readonly hook: string;
  readonly count: number;
  readonly lastAt: string;
  /** From the start of the process to its answer. */
  readonly p95Ms: number;
}

/** The state of a part of the program, for `doctor`. */
export interface PartState {
  readonly state: 'ok' | 'note' | 'broken';
  readonly text: string;
  readonly remedy?: string;
}

interface ConfigurationInfo {
  /** The files that were read, without the package's own; later ones win. */
  readonly files: readonly string[];
  /** Notices for the user, such as deprecated keys. */
  readonly notices: readonly string[];
  /** Keys without effect and contradictions. */
  readonly unusedKeys: readonly string[];
  /** Adapters that one of `files` names: these are expected to work. */
  readonly configuredAdapters: readonly string[];
  readonly dataFolder: string;
  readonly transcriptsFolder: string;
  readonly journalFolder: string;
}

interface AdapterDirectory {
  names(): readonly string[];
  /** The models that the configuration names. */
  models(name: string): readonly unknown[];
  adapter(name: string): Promise<CheckableAdapter | undefined>;
}

export interface CheckableAdapter {
  readonly kind: 'cli' | 'http' | 'demo';
  availability(signal?: AbortSignal): Promise<AdapterAvailability>;
  login?(signal?: AbortSignal): Promise<AdapterLogin>;
}

type AdapterLogin =
  | { readonly kind: 'logged_in' }
  | { readonly kind: 'logged_out'; readonly remedy: string }
  | { readonly kind: 'unknown' };

export type AdapterAvailability =
  | { readonly available: true; readonly detail: string; readonly models?: readonly string[] }
  | { readonly available: false; readonly reason: string; readonly remedy: string };

interface DefaultPanel {
  readonly participants: readonly string[];
  readonly notice: string | null;
}

interface ConfigMigration {
  /** One line for each change; empty if the file is up to date. */
  readonly changes: readonly string[];
  /** The copy of the old file; undefined if nothing was written. */
  readonly backupFile: string | undefined;
}
