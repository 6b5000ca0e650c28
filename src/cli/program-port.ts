import type { ChromaServer, CoachModels, MemoryEmbedding } from '../coaching/index.js';
import type { Council, Runs } from '../council/index.js';
import type { Decisions } from '../decisions/index.js';
import type { Knowledge } from '../guidance/index.js';
import type { Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import type { EntryCatalog, Learning } from '../learning/index.js';

export interface OpenOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
  /** Variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The program of one project, as commands use it; its parts are opened when they are first used. */
export interface OpenProgram {
  readonly council: Council;
  /** Logs an error that the person cannot do anything about. */
  report(error: unknown): void;
  /** The log of the project, without secrets. */
  readonly logger: Logger;
  /** A text without secrets. */
  redact(text: string, path?: string): Promise<string>;
  readonly configuration: ConfigurationInfo;
  readonly directory: AdapterDirectory;
  /** Every service, whether it works here, and its models. */
  models(): Promise<readonly ServiceModels[]>;
  /** The models of the coach, what they may cost, and how its memories are compared. */
  readonly coaching: {
    readonly models: CoachModels;
    /** The adapters whose models can search the web, whether or not they can be used now. */
    searchingAdapters(): Promise<readonly string[]>;
    /** Calls of an adapter cost money; those of a subscription do not, unless the person counts them. */
    isBilled(adapter: string): Promise<boolean>;
    readonly dailyCapUsd: number;
    readonly embedding: MemoryEmbedding;
    /** Undefined where memories are kept in the person's own database alone. */
    readonly chroma: ChromaServer | undefined;
  };
  /** The participants of a deliberation that names none. */
  defaultPanel(): Promise<DefaultPanel>;
  /** How texts are compared, as a sentence. */
  comparison(): Promise<string>;
  evidenceState(): PartState;
  /**
   * Past decisions. Makes no database unless asked to. Rejects with a `UserError` if they are turned off or the database
   * cannot be used.
   */
  decisions(options?: { readonly create: boolean }): Promise<Decisions>;
  /** The same; undefined if there is no database or the graph is turned off. */
  existingDecisions(): Promise<Decisions | undefined>;
  /** The state of the decision graph; creates no database. */
  decisionGraph(): Promise<PartState>;
  /** Recorded deliberations; undefined if there is none yet. Rejects if the database cannot be used. */
  runs(): Promise<Runs | undefined>;
  /** The same with demos, for the pages. */
  pageRuns(): Promise<Runs | undefined>;
  /** Why recorded deliberations are not used; undefined if they are, or if there are none. */
  /** Where to draw points on a map, x and y in turn; computed in a worker thread, to which the data are moved. */
  layOut(
    points: { readonly data: Float32Array; readonly dimensions: number },
    options: { readonly known: Float32Array; readonly renew: boolean; readonly seed: number },
  ): Promise<Float32Array>;
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
  /** Keeps the findings of `doctor` for the page Health. */
  saveDoctorReport(findings: readonly DoctorFinding[]): Promise<void>;
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

interface DoctorFinding {
  readonly subject: string;
  readonly state: 'ok' | 'note' | 'missing' | 'broken';
  readonly text: string;
  readonly remedy?: string;
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
  /** Patterns of files that no model may see, in addition to the built-in ones. */
  readonly deniedFiles: readonly string[];
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
