import type { ExaminedProject } from '../config/index.js';
import type { Clock } from '../kernel/clock.js';
import type { writeAtomically } from '../kernel/write-atomically.js';
import type { Program, ProgramOptions } from '../program/program.js';

/** The terminal, the machine and the installation that a command runs on; `src/bin/cli.ts` has the real one. */
export interface Shell {
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
  hookRegistrations(projectFolder: string, scope: Scope): Promise<readonly HookRegistration[]>;
  /** The commands that `init` installs for Claude Code. */
  slashCommands(): Promise<readonly SlashCommand[]>;
  readonly trust: FolderTrust;
  foreignKnowledge(folder: string): Promise<ForeignKnowledge>;
  /** Databases in a project's data folder that are not used because they came or moved with the project. */
  unusedDatabases(projectFolder: string): Promise<readonly UnusedDatabase[]>;
  /** Calls `tick` about once a second until the returned function is called. Does not keep the process alive. */
  everySecond(tick: () => void): () => void;
  /** Calls `handler` at every Ctrl-C or termination signal until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** Rejects with a `UserError` for a configuration it cannot use. Its variables are added to those of this process. */
  openProgram(
    options: Omit<ProgramOptions, 'environment'> & Partial<Pick<ProgramOptions, 'environment'>>,
  ): Promise<Program>;
  /** Runs the stdio MCP server until its client goes away. */
  serve(options: { readonly configFile?: string }): Promise<void>;
  /** Starts a browser with a file, false if there is none; other users can see its path and not what is in it. */
  openBrowser(file: string): Promise<boolean>;
  /** A reader sees the old text or the new one, also if the disk is full. */
  readonly writeFileAtomically: typeof writeAtomically;
  /** Asks the user and returns the typed line; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>;
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
