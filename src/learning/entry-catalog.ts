import type { ActiveEntry, Entry, ForeignEntries, Journal, ResolvedEntry } from '../journal/index.js';
import { containsText } from '../kernel/contains-text.js';
import { type ChangeSources, createEntryChanges, type EntryChanges } from './change-entries.js';
import type { Experience } from './experiences/experience.js';
import { fromEntry, toFields } from './experiences/from-entry.js';
import type { ExperienceFilter, ExperienceSummary } from './experiences/read-experiences.js';
import type { Learning, LearningStats } from './learning.js';

export interface EntryCatalog extends EntryChanges {
  /** Resolved ones and those that are not, newest first. */
  list(filter: EntryFilter): Promise<readonly EntrySummary[]>;
  find(id: string): Promise<EntryDetail | undefined>;
  status(): Promise<JournalStatus>;
}

interface EntryFilter extends ExperienceFilter {
  /** The number to leave out, counted from the newest. */
  readonly skip?: number | undefined;
  readonly onlyResolved?: boolean | undefined;
}

interface JournalStatus {
  /** The caller's session; null if it has none. */
  readonly sessionId: string | null;
  readonly active: readonly ActiveEntry[];
  /** Left open by earlier sessions. */
  readonly orphans: readonly ActiveEntry[];
  /** Resolved, but not stored for learning yet. */
  readonly unsaved: number;
  /** Entries that came with the project and are not used. */
  readonly foreign: ForeignEntries | undefined;
  /** Undefined if nothing was learned yet. */
  readonly learned: LearningStats | undefined;
}

/** An unresolved entry has no outcome. */
type Unresolved<Fields> = {
  readonly [Name in keyof Fields]: Name extends OutcomeField ? Fields[Name] | null : Fields[Name];
};
type OutcomeField = 'outcomeStatus' | 'outcomeResult' | 'confidenceTier' | 'resolvedAt';

type EntrySummary = Unresolved<ExperienceSummary>;

interface EntryDetail extends Unresolved<Experience> {
  /** An orphan was left open by an earlier session. */
  readonly state: 'open' | 'orphan' | 'resolved';
}

interface CatalogSources {
  readonly journal: ChangeSources['journal'] & Pick<Journal, 'unsavedEntries' | 'foreignEntries'>;
  /** Without a store where there is none yet. */
  readonly learning: () => Promise<
    Pick<Learning, 'listExperiences'> &
      Partial<Pick<Learning, 'storeId' | 'stats' | 'getExperience' | 'deleteExperience'>>
  >;
}

/**
 * Lists entries: the stored experiences, and from the journal what is not resolved yet or was resolved but
 * could not be stored.
 */
export function createEntryCatalog({ journal, learning }: CatalogSources): EntryCatalog {
  const readOpen = async () => {
    const [active, orphans] = await Promise.all([journal.getActiveEntries(), journal.getOrphans()]);
    return { active, orphans: orphans.map(({ entry }) => entry) };
  };
  return {
    async list({ skip = 0, onlyResolved = false, ...filter }) {
      const { storeId, listExperiences } = await learning();
      const end = skip + filter.limit;
      const [stored, { active, orphans }, pending] = await Promise.all([
        listExperiences({ ...filter, limit: end }),
        readOpen(),
        journal.unsavedEntries(storeId),
      ]);
      const unresolved = onlyResolved ? [] : [...active, ...orphans];
      const fromJournal = [...unresolved, ...pending.reverse()]
        .filter((entry) => matches(entry, filter))
        .map(toSummary);
      // Stored later in the map: an entry that is both has the tier that learning gave it.
      const byId = new Map([...fromJournal, ...stored].map((entry) => [entry.id, entry]));
      return [...byId.values()].sort(newestFirst).slice(skip, end);
    },
    async find(id) {
      const { storeId, getExperience } = await learning();
      const stored = await getExperience?.(id);
      if (stored !== undefined) return { state: 'resolved', ...stored };
      const { active, orphans } = await readOpen();
      const open = [...active, ...orphans].find((entry) => entry.id === id);
      if (open !== undefined)
        return { state: active.includes(open) ? 'open' : 'orphan', ...toFields(open), ...NO_OUTCOME };
      const pending = (await journal.unsavedEntries(storeId)).find((entry) => entry.id === id);
      const tier = pending && { confidenceTier: pending.confidence_tier, tierReason: null };
      return tier && { state: 'resolved', ...fromEntry(pending, tier) };
    },
    async status() {
      const { storeId, stats } = await learning();
      const [sessionId, open, unsaved, foreign, learned] = await Promise.all([
        journal.getSessionId(),
        readOpen(),
        journal.unsavedEntries(storeId),
        journal.foreignEntries(),
        stats?.(),
      ]);
      return { sessionId, ...open, unsaved: unsaved.length, foreign, learned };
    },
    ...createEntryChanges({
      journal,
      deleteExperience: async (id) => (await (await learning()).deleteExperience?.(id)) ?? false,
    }),
  };
}

function matches(entry: Entry, { domain, outcome, since, search = '' }: ExperienceFilter): boolean {
  if (domain !== undefined && entry.domain !== domain) return false;
  if (outcome !== undefined && entry.outcome?.status !== outcome) return false;
  if (since !== undefined && Date.parse(entry.created_at) < since.getTime()) return false;
  const { id, goal, hypothesis, action, prediction } = entry;
  const learned = entry.outcome === undefined ? [] : [entry.outcome.result, ...Object.values(entry.lesson ?? {})];
  return containsText([id, goal, hypothesis, action, prediction, ...learned].join('\n'), search);
}

const NO_OUTCOME = {
  resolvedAt: null,
  outcomeStatus: null,
  outcomeResult: null,
  autoCaptured: false,
  surprise: null,
  rootCause: null,
  lesson: null,
  confidenceTier: null,
  tierReason: null,
} as const;

function toSummary(entry: ActiveEntry | ResolvedEntry): EntrySummary {
  const { id, domain, strategy, goal, created_at: createdAt, outcome } = entry;
  const resolved =
    outcome === undefined
      ? { outcomeStatus: null, confidenceTier: null, resolvedAt: null }
      : { outcomeStatus: outcome.status, confidenceTier: entry.confidence_tier, resolvedAt: outcome.captured_at };
  return { id, domain, strategy, goal, createdAt, ...resolved };
}

/** Times are precise to the second: within one, each source has its own order, which stays. */
function newestFirst(a: EntrySummary, b: EntrySummary): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt);
}
