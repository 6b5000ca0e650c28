import type { ChromaServer, CoachModels, MemoryEmbedding, OwnData } from '../coaching/index.js';
import type { Settings } from '../config/index.js';
import type { Council, CouncilSettings, Runs } from '../council/index.js';
import type { Decisions, TrackRecords } from '../decisions/index.js';
import type { Knowledge } from '../guidance/index.js';
import type { HookFigures } from '../hooks/timings/read-timings.js';
import type { CoachOptions, Pages } from '../http/index.js';
import type { Journal } from '../journal/index.js';
import type { Clock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import type { CatchUp, EntryCatalog, Learning } from '../learning/index.js';
import type { ModelAdapter, ModelCatalog, ModelDirectory } from '../models/index.js';
import type { Redactor } from '../redaction/index.js';
import type { Semantics } from '../semantics/index.js';
import type { ProjectMemory } from '../storage/make-project-memory.js';
import type { DoctorReport } from './doctor-report.js';

/** What the program can do for one project. Everything is opened, and loaded, at its first use. */
export interface Program {
  /** Without links. */
  readonly projectFolder: string;
  readonly settings: Settings;
  readonly clock: Clock;
  /** The log of the project, without secrets. */
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly directory: ModelDirectory;
  readonly catalog: ModelCatalog;
  readonly council: Council;
  /**
   * Past decisions. Creates no database unless asked to. Rejects with a `UserError` if they are turned off or the database
   * cannot be used.
   */
  readonly decisions: (options?: { readonly create: boolean }) => Promise<Decisions>;
  /** The same; undefined if there is no database or decisions are turned off. */
  readonly existingDecisions: () => Promise<Decisions | undefined>;
  /** Undefined if nothing was decided yet or decisions are turned off. */
  readonly trackRecords: () => Promise<TrackRecords | undefined>;
  /** Recorded deliberations; undefined if there is none yet. */
  readonly runs: () => Promise<Runs | undefined>;
  /** The same with demos, for the pages. */
  readonly pageRuns: () => Promise<Runs | undefined>;
  /** The hypotheses of agents and their outcomes. No secret goes into its files. */
  readonly journal: Journal;
  /** All entries, also those that are not stored for learning yet. */
  readonly entries: EntryCatalog;
  /** What the entries have taught. Creates the database. */
  readonly learning: () => Promise<Learning>;
  /** The same; undefined if nothing was learned yet. */
  readonly existingLearning: () => Promise<Learning | undefined>;
  /** Stores resolved entries for learning, in the background where that fails at first. */
  readonly catchUp: CatchUp;
  /** Process knowledge, which the hooks show. */
  readonly knowledge: () => Promise<Knowledge>;
  /** Hands the configuration on to the hooks, which cannot read it. Leaves a project alone that uses none of this. */
  readonly shareSettings: () => Promise<void>;
  /** Lays out a map in a worker thread. */
  readonly layOut: Semantics['layOut'];
  /** How texts are compared, as a sentence. */
  readonly comparison: () => Promise<string>;
  /** The version of a command-line tool; undefined for other adapters and tools without a version. */
  readonly adapterVersion: (name: string, signal: AbortSignal) => Promise<string | undefined>;
  /** The recent timings of the hooks. */
  readonly hookFigures: () => Promise<readonly HookFigures[]>;
  /** What `witan doctor` found when it last ran; null if it never did. */
  readonly doctorReport: () => Promise<DoctorReport | null>;
  /** Keeps the findings of `witan doctor` for the page Health. */
  readonly saveDoctorReport: (findings: DoctorReport['findings']) => Promise<void>;
  /** The page of a deliberation; null unless the pages of the project are served. */
  readonly viewUrl: (deliberationId: string) => Promise<string | null>;
  /** Serves the pages of the project, or finds the server that does. Rejects with a `UserError`, for a taken port too. */
  readonly openPages: (options: { readonly port: number | undefined }) => Promise<Pages>;
  /** Starts the coach of the project, or finds the one that runs. Rejects with a `UserError`, for a taken port too. */
  readonly openCoach: (options: StartCoach) => Promise<Pages>;
  /** The coach's models, what they may cost, and how its memories are compared. */
  readonly coaching: () => Promise<CoachingParts>;
  /** What the coach keeps about the person. Rejects with a `UserError` if there is nothing. */
  readonly openOwnData: (dataFolder?: string) => Promise<OwnData>;
  /** Where everything about the project is remembered. */
  readonly memory: ProjectMemory;
  /** Ends what runs in the background: the linking of decisions, threads and processes that compare texts. */
  readonly close: () => Promise<void>;
}

export interface ProgramOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Default: a file in the data folder of the project. */
  readonly logger?: Logger;
  /** Adapters that the caller made, in addition to the configured ones. */
  readonly providedAdapters?: Readonly<Record<string, ModelAdapter>>;
  /** Wins over the configuration. */
  readonly councilSettings?: Partial<CouncilSettings>;
  /** The journal's name for a client that is not a session of Claude Code; without it, such a client continues the last one. */
  readonly clientName?: string;
  /** False: deliberations neither know of earlier decisions nor are remembered, and are not recorded. */
  readonly hasMemory?: boolean;
}

export interface StartCoach extends Pick<CoachOptions, 'access' | 'portSetting' | 'log'> {
  readonly port: number | undefined;
  /** Default: the person's own. */
  readonly dataFolder?: string;
}

export interface CoachingParts {
  readonly models: CoachModels;
  /** The adapters whose models can search the web, whether or not they can be used now. */
  readonly searchingAdapters: () => Promise<readonly string[]>;
  /** Calls of an adapter cost money; those of a subscription do not, unless the person counts them. */
  readonly isBilled: (adapter: string) => Promise<boolean>;
  readonly dailyCapUsd: number;
  readonly embedding: MemoryEmbedding;
  /** Undefined where memories are kept in the person's own database alone. */
  readonly chroma: ChromaServer | undefined;
}
