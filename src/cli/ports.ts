import type { OwnData } from '../coaching/index.js';
import type { ExportedDeliberation } from '../council/index.js';
import type { Clock } from '../kernel/clock.js';
import type { OpenOptions, OpenProgram } from './program-port.js';

/** Everything that the command line needs from the machine and from the program; `main` provides it. */
export interface CommandLinePorts {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentFolder: string;
  readonly homeFolder: string;
  /** With the user's own config and the list of trusted folders. */
  readonly configFolder: string;
  /** This package's version. */
  readonly version: string;
  /** Without the leading "v". */
  readonly nodeVersion: string;
  readonly clock: Clock;
  /** How Claude Code should start the MCP server from any folder. */
  readonly serverCommand: ServerCommand;
  /** The hooks of this program as Claude Code should run them. For a team they name no path of this machine. */
  hookRegistrations(projectFolder: string, scope: Scope): Promise<readonly HookRegistration[]>;
  /** What git does with files of a folder; undefined without git or outside a repository. */
  gitState(folder: string, files: readonly string[]): Promise<GitState | undefined>;
  /** The folders with a file of this name, in all worktrees of a folder's repository; none without git. */
  repositoryFolders(folder: string, file: string): Promise<readonly RepositoryFolder[]>;
  /** The commands that `init` installs for Claude Code. */
  slashCommands(): Promise<readonly SlashCommand[]>;
  readonly trust: FolderTrust;
  foreignKnowledge(folder: string): Promise<ForeignKnowledge>;
  /** Calls `tick` about once a second until the returned function is called. Does not keep the process alive. */
  everySecond(tick: () => void): () => void;
  /** Calls `handler` at every Ctrl-C or termination signal until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** Rejects with a `UserError` for a configuration it cannot use. */
  openProgram(options: OpenOptions): Promise<OpenProgram>;
  /** Runs the stdio MCP server until its client goes away. */
  serve(options: { readonly configFile?: string }): Promise<void>;
  /** Serves the pages of a project, or finds the server that does. Rejects with a `UserError`, for a taken port too. */
  startPages(options: StartPages): Promise<Pages>;
  /** Starts the coach of a project, or finds the one that runs. Rejects with a `UserError`, for a taken port too. */
  startCoach(options: OpenCoach): Promise<RunningCoach>;
  /** Pauses, resumes or ends a session of the coach that runs for a folder; undefined if none runs. */
  changeCoachSession(change: CoachSessionChange): Promise<ChangedCoachSession | undefined>;
  /** What the coach keeps about the person. Rejects with a `UserError` if there is nothing. */
  openOwnData(options: OpenOwnData): Promise<OwnData>;
  /** The project of a coach that runs on this machine; undefined if none does. */
  findRunningCoach(): Promise<string | undefined>;
  /** A deliberation as one HTML file. */
  renderHtml(exported: ExportedDeliberation): Promise<string>;
  /** The page of a deliberation; null unless the pages of the project are served. */
  viewUrl(projectFolder: string, deliberationId: string): Promise<string | null>;
  /** Starts a browser with a file, false if there is none; other users can see its path and not what is in it. */
  openBrowser(file: string): Promise<boolean>;
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
  /** What Witan remembers about a project. */
  projectMemory(projectFolder: string): Promise<RememberedProject>;
  /** Folders and files of Witan that other users of this machine may use. */
  filesOpenToOthers(projectFolder: string): Promise<readonly FileOpenToOthers[]>;
  /** Asks the user and returns the typed line; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>;
}

export interface RememberedProject {
  readonly id: string | undefined;
  /** Undefined while nothing is remembered. */
  folder(): string | undefined;
  /** Throws a `UserError` where it cannot be made. */
  make(): string;
  /** A line about the folder that the project was copied from. */
  readonly copy: string | undefined;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  /** What Witan wrote into the project itself; relative paths. */
  readonly inProject: readonly string[];
  /** Returns the folder of what was used before, if there was anything. Rejects with a `UserError`. */
  use(path: string): Promise<string | undefined>;
  /** Everything that Witan stores about the project outside of it. False if that was nothing. */
  delete(): Promise<boolean>;
}

interface StartPages {
  readonly program: OpenProgram;
  readonly projectFolder: string;
  readonly port: number | undefined;
}

export interface OpenCoach extends StartPages {
  /** Default: the person's own. */
  readonly dataFolder?: string;
  /** The programs that need the key to connect: all, those of other and unknown users, or none but browsers. */
  readonly access: 'key for all' | 'key for strangers' | 'key for browsers';
  /** The setting that chose the port, for messages. */
  readonly portSetting?: string;
  /** Shows a line about what the coach does. */
  readonly log: (line: string) => void;
  /** Default: the time of the system. */
  readonly clock?: Clock;
}

export type RunningCoach = Pages;

export interface OpenOwnData {
  readonly program: Pick<OpenProgram, 'coaching' | 'redact' | 'logger'>;
  /** Default: the person's own. */
  readonly dataFolder?: string;
}

export interface CoachSessionChange {
  /** The folder of the project, or one in it. */
  readonly folder: string;
  readonly action: 'pause' | 'resume' | 'end';
}

/** The session that was changed. */
export interface ChangedCoachSession {
  readonly projectFolder: string;
  readonly title: string;
  /** Only of a session that has ended. */
  readonly durationMs?: number | undefined;
  readonly phasesCompleted?: number | undefined;
}

interface Pages {
  readonly url: string;
  /** To be opened within a minute; works once. `path` begins with a slash. */
  address(path: string): string;
  /** Writes a private file that leads a browser to an address, and returns its path. */
  writeOpener(address: string): Promise<string>;
  /** Undefined if another process serves them. */
  readonly own: { readonly idle: Promise<void>; close(): Promise<void> } | undefined;
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
  /** Changes several keys in one step. No other process changes the file while `plan` reads it. */
  change(plan: () => Promise<readonly { readonly key: readonly string[]; readonly value: unknown }[]>): Promise<void>;
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

/** Whom a registration is for: this user in this project, this user in all projects, or all who share the project. */
export type Scope = 'local' | 'user' | 'team';

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

export interface RepositoryFolder {
  /** Absolute, without links. */
  readonly folder: string;
  /** From the root of its worktree, with a slash at its end; empty at the root. */
  readonly prefix: string;
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

/** Process knowledge that was neither written nor reviewed on this machine. */
export interface ForeignKnowledge {
  /** Priority and title of each item. */
  readonly titles: readonly string[];
  /** Trusts exactly these items, as they were read. Rejects with a `UserError` if that cannot be stored. */
  trust(): Promise<void>;
}

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

interface ConfigMigration {
  /** One line for each change; empty if the file is up to date. */
  readonly changes: readonly string[];
  /** The copy of the old file; undefined if nothing was written. */
  readonly backupFile: string | undefined;
}
