import type { Council, Runs } from '../council/index.js';
import type { Decisions } from '../decisions/index.js';
import type { Knowledge } from '../guidance/index.js';
import type { Journal } from '../journal/index.js';
import type { Clock } from '../kernel/clock.js';
import type { EntryCatalog, Learning } from '../learning/index.js';

/** Everything the command line asks of the machine and of the rest of the program; `main` fills it. */
export interface CommandLinePorts {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentFolder: string;
  readonly homeFolder: string;
  /** Where the user's own config and the lists of trusted folders and known databases are. */
  readonly configFolder: string;
  /** This package's version. */
  readonly version: string;
  /** Without the leading "v". */
  readonly nodeVersion: string;
  readonly clock: Clock;
  /** How Claude Code should start the MCP server: a program and arguments that stay valid from any folder. */
  readonly serverCommand: ServerCommand;
  /** The hooks of this program as Claude Code should run them for a project. */
  hookRegistrations(projectFolder: string): Promise<readonly HookRegistration[]>;
  /** The commands that `init` installs for Claude Code. */
  slashCommands(): Promise<readonly SlashCommand[]>;
  readonly trust: FolderTrust;
  readonly graphTrust: GraphTrust;
  /** Databases in a project's data folder that are not used because they came with the project, or moved with it. */
  unusedDatabases(projectFolder: string): Promise<readonly UnusedDatabase[]>;
  /** Calls back about once a second until the returned function is called; must not keep the process alive. */
  everySecond(tick: () => void): () => void;
  /** Calls back at every Ctrl-C or request to end, until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** Rejects with a `UserError` for a configuration it cannot use. */
  openProgram(options: OpenOptions): Promise<OpenProgram>;
  /** Runs the stdio MCP server until its client goes away. */
  serve(options: { readonly configFile?: string }): Promise<void>;
  migrateConfigFile(file: string, options: { readonly dryRun: boolean }): Promise<ConfigMigration>;
  /** All or nothing: a reader sees the old text or the new one, also when the disk is full. */
  writeFileAtomically(file: string, text: string | AsyncIterable<string>): Promise<void>;
  /** Makes the folder and its ignore file, for their owner only; what is there stays. Rejects for a link in the path. */
  makeDataFolder(folder: string): Promise<void>;
  /** Puts a question to the person and returns the line that is typed; undefined where nobody sits at a terminal. */
  ask(question: string): Promise<string | undefined>;
}

export interface OutputStream {
  write(text: string): void;
  /** For long outputs: resolves when there is room for more. */
  ready?(): Promise<void>;
  readonly isTerminal: boolean;
  /** Read anew for every line: a window changes its size. Undefined without a terminal. */
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

/** One hook: Claude Code's name of the event, the tools it is asked about (all without a matcher), and the program. */
export interface HookRegistration extends ServerCommand {
  readonly event: string;
  readonly matcher?: string;
}

/** Folders whose own configuration, as it stood then, may choose executables and addresses; kept outside any project. */
export interface FolderTrust {
  state(folder: string): Promise<TrustState>;
  /** Rejects with a `UserError` for a file that cannot be shown, and so cannot be trusted. */
  examine(folder: string): Promise<ExaminedProject>;
  /** `pin` is what `examine` gave: what was shown is trusted, not what the file says by now. */
  trustFolder(folder: string, pin: string): Promise<void>;
  distrustFolder(folder: string): Promise<void>;
}

/** Folders whose process knowledge hooks may show in full; kept outside any project, apart from the trust in configs. */
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
      /** What `apply` does: a database that is not safe to open can only get another name. */
      readonly remedy: 'adopt' | 'move-aside';
      /** What is in it, or why it cannot be used. */
      readonly description: string;
      readonly apply: () => Promise<void>;
    }
  | { readonly name: string; readonly remedy: 'none'; readonly description: string };

/** changed: the file or a program that it names is another than the one that was trusted. unpinned: trusted by a version that kept no pins. */
export type TrustState = 'trusted' | 'changed' | 'unpinned' | 'unknown';

export interface ExaminedProject {
  /** The project's own configuration file; undefined where it has none. */
  readonly file: string | undefined;
  /** "key: value" for everything that the file may only do when it is trusted. */
  readonly needsTrust: readonly string[];
  /** The programs and scripts of the project that the file names: a change of one takes the trust away. */
  readonly programs: readonly string[];
  /** Commands that run more of the project than the pin covers, such as `npm run check`. */
  readonly unpinned: readonly string[];
  /** Stands for the text of the file and the content of the programs. */
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
  /** Who would deliberate if no participant were named. */
  defaultPanel(): Promise<DefaultPanel>;
  /** What texts are compared with, in words. */
  comparison(): Promise<string>;
  /** How participants look at the project. */
  evidenceState(): PartState;
  /** What was decided before. Rejects with a `UserError` where that is turned off or its database cannot be used. */
  decisions(): Promise<Decisions>;
  /** Whether what was decided can be read; makes no database. */
  decisionGraph(): Promise<PartState>;
  /** Deliberations as they were recorded; undefined where there was none yet. Rejects for a database that cannot be used. */
  runs(): Promise<Runs | undefined>;
  /** Why recorded deliberations are not used; undefined if they are, or if there are none. Makes nothing. */
  unusedRuns(): Promise<PartState | undefined>;
  /** What agents believed, and what came of it. */
  readonly journal: Journal;
  /** Every entry, whether it was stored for learning or not. */
  readonly entries: EntryCatalog;
  /** What was learned; undefined where nothing was yet. Rejects with a `UserError` for a database that cannot be used. */
  readonly learning: () => Promise<Learning | undefined>;
  /** Whether the journal and what was learned can be read; makes nothing. */
  journalState(): Promise<PartState>;
  /** Process knowledge, which the hooks show. */
  knowledge(): Promise<Knowledge>;
  /** Whether process knowledge can be read and makes sense; makes nothing. */
  guidanceState(): Promise<PartState>;
  /** How the hooks did lately, as far as they wrote it down. */
  hookFigures(): Promise<readonly HookFigures[]>;
  /** What databases are opened with. */
  sqlite(): Promise<PartState>;
  /** What a command-line tool says of its version; undefined for adapters that are no such tool, or that say nothing. */
  adapterVersion(name: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface HookFigures {
  readonly hook: string;
  readonly count: number;
  readonly lastAt: string;
  /** From the start of the process to its answer. */
  readonly p95Ms: number;
}

/** A part of the program, as the doctor sees it. */
export interface PartState {
  readonly state: 'ok' | 'note' | 'broken';
  readonly text: string;
  readonly remedy?: string;
}

export interface ConfigurationInfo {
  /** The files that were read, in the order in which later ones win; the package's own is left out. */
  readonly files: readonly string[];
  /** What a person should know about them: a deprecated key, a key that an untrusted project may not set … */
  readonly notices: readonly string[];
  /** Adapters that one of `files` names: these are expected to work. */
  readonly configuredAdapters: readonly string[];
  readonly dataFolder: string;
  readonly transcriptsFolder: string;
  readonly journalFolder: string;
}

export interface AdapterDirectory {
  names(): readonly string[];
  adapter(name: string): Promise<CheckableAdapter | undefined>;
}

export interface CheckableAdapter {
  readonly kind: 'cli' | 'http' | 'demo';
  availability(signal?: AbortSignal): Promise<AdapterAvailability>;
  login?(signal?: AbortSignal): Promise<AdapterLogin>;
}

export type AdapterLogin =
  | { readonly kind: 'logged_in' }
  | { readonly kind: 'logged_out'; readonly remedy: string }
  | { readonly kind: 'unknown' };

export type AdapterAvailability =
  | { readonly available: true; readonly detail: string; readonly models?: readonly string[] }
  | { readonly available: false; readonly reason: string; readonly remedy: string };

export interface DefaultPanel {
  readonly participants: readonly string[];
  readonly notice: string | null;
}

export interface ConfigMigration {
  /** One line for each thing that changed, or would; empty when the file is up to date. */
  readonly changes: readonly string[];
  /** Where the old file was kept; undefined when nothing was written. */
  readonly backupFile: string | undefined;
}
