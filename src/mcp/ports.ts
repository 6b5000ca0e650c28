import type { CoachSessions, ModelsView, Pipeline, ReadSnapshot } from '../coaching/index.js';
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

/**
 * Opens a part of the program when a tool first needs it; `main` provides it. Rejects with a `UserError` if the
 * configuration is invalid or the part cannot be used, and tries again at the next call.
 */
export type Open<Part> = () => Promise<Part>;

export interface CouncilPart {
  readonly council: Council;
  /** For a request without a folder. */
  readonly projectFolder: string;
  readonly catalog: ModelCatalog;
  /** Undefined if nothing was decided yet or the decision graph is turned off; creates no database. */
  readonly trackRecords: () => Promise<TrackRecords | undefined>;
  /** The page of a deliberation in the browser; null unless the pages are served. */
  readonly viewUrl: (deliberationId: string) => string | null;
  readonly maxRoundsInResponse: number;
  readonly progressIntervalMs: number;
}

export interface DecisionsPort {
  /** False if the configuration turns the decision graph off. */
  readonly isEnabled: () => Promise<boolean>;
  readonly open: Open<Pick<Decisions, 'query' | 'recordOutcome'>>;
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

/** The journal of the client's session, which has started. */
export interface JournalPart {
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

export type LearningPart = Pick<
  Learning,
  | 'getClusters'
  | 'getClusterMembers'
  | 'validateValue'
  | 'storeValue'
  | 'listValues'
  | 'getRetrospective'
  | 'searchExperiences'
  | 'leftOut'
>;

export type KnowledgePart = Pick<
  Knowledge,
  'list' | 'proposals' | 'locate' | 'show' | 'search' | 'why' | 'promote' | 'archive' | 'edit' | 'feedback' | 'effect'
>;

/** The coach of a project. */
export interface CoachPart {
  readonly sessions: Pick<
    CoachSessions,
    | 'expectCurrent'
    | 'start'
    | 'end'
    | 'wrappedUp'
    | 'openFile'
    | 'highlightLines'
    | 'clearHighlights'
    | 'hintFiles'
    | 'clearHints'
    | 'updatePhase'
    | 'sendMessage'
    | 'showIssueContext'
  >;
  readonly view: Pick<ModelsView, 'expectShown' | 'openFiles' | 'getBuffer' | 'getDiffs' | 'redact'>;
  readonly readSnapshot: ReadSnapshot;
  readonly pipeline: Pick<Pipeline, 'run'>;
  /** Stores a call of a tool in the action log. False if there is no session that it could belong to. */
  readonly logCall: (toolName: string, clientSession: string | null) => Promise<boolean>;
}
