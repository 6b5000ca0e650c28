import type { Council } from '../council/index.js';
import type { Decisions, TrackRecords } from '../decisions/index.js';
import type { Knowledge } from '../guidance/index.js';
import type { Journal, ResolvedEntry } from '../journal/index.js';
import type { Result } from '../kernel/result.js';
import type {
  EntryCatalog,
  Experience,
  HitRate,
  Learning,
  NewHypothesis,
  SimilarHypotheses,
  Value,
} from '../learning/index.js';

/** What the council's tools need from the program; `main` provides it. */
export interface CouncilAccess {
  /** For a request without a folder. */
  readonly defaultWorkingDirectory: string;
  /** Reads the configuration at the first call. Rejects with a `UserError` if it is invalid, and tries again next time. */
  open(): Promise<OpenCouncil>;
}

export interface OpenCouncil {
  readonly council: Council;
  readonly catalog: ModelCatalog;
  readonly maxRoundsInResponse: number;
  readonly progressIntervalMs: number;
}

export interface DecisionsAccess {
  /** False if the configuration turns it off. */
  isEnabled(): Promise<boolean>;
  /** Rejects with a `UserError` if it is turned off or its database cannot be used. */
  open(): Promise<Decisions>;
  /** Undefined if nothing was decided yet or the graph is turned off; creates no database. */
  trackRecords(): Promise<TrackRecords | undefined>;
}

export interface ModelCatalog {
  adapterNames(): readonly string[];
  /** The ids that an adapter accepts; undefined if it accepts any. Asks the adapter if the registry has none. */
  modelIds(adapter: string, signal: AbortSignal): Promise<readonly string[] | undefined>;
  list(signal: AbortSignal): Promise<readonly CatalogEntry[]>;
}

/** One adapter in `list_models`. */
export type CatalogEntry = {
  readonly adapter: string;
  readonly type: 'cli' | 'http' | 'demo';
  readonly models: readonly CatalogModel[];
} & (
  | { readonly available: true; readonly detail: string }
  | { readonly available: false; readonly reason: string; readonly remedy: string }
);

export interface CatalogModel {
  readonly id: string;
  readonly label: string;
  readonly tier: string | null;
  readonly default: boolean;
  readonly enabled: boolean;
  readonly family: string;
}

export interface JournalAccess {
  /** The journal of the client's session, which has started. */
  open(): Promise<OpenJournal>;
}

export interface OpenJournal {
  readonly journal: Pick<
    Journal,
    'create' | 'update' | 'resolve' | 'getOpen' | 'getOrphans' | 'adoptOrphan' | 'abandonOrphan'
  >;
  readonly entries: EntryCatalog;
  /** What earlier entries say about a new one; empty where that takes too long. */
  readonly findAdvice: (hypothesis: NewHypothesis) => Promise<Advice>;
  /** Stores a resolved entry for learning. If that fails now, it says why, and the entry is stored later. */
  readonly save: (entry: ResolvedEntry) => Promise<Result<Experience, string>>;
  /** The same, for a caller that does not wait. */
  readonly saveLater: (entry: ResolvedEntry) => void;
}

export interface Advice {
  readonly similar: SimilarHypotheses;
  readonly hitRate: HitRate | undefined;
  /** The learned value that is nearest to the hypothesis. */
  readonly value: Value | undefined;
}

export interface LearningAccess {
  open(): Promise<
    Pick<
      Learning,
      | 'getClusters'
      | 'getClusterMembers'
      | 'validateValue'
      | 'storeValue'
      | 'listValues'
      | 'getRetrospective'
      | 'searchExperiences'
      | 'leftOut'
    >
  >;
}

export interface GuidanceAccess {
  open(): Promise<
    Pick<
      Knowledge,
      | 'list'
      | 'foreignTitles'
      | 'proposals'
      | 'locate'
      | 'show'
      | 'search'
      | 'why'
      | 'promote'
      | 'archive'
      | 'edit'
      | 'feedback'
      | 'effect'
    >
  >;
}
