import type { ActiveEntry, Entry, Journal, ResolvedEntry } from '../journal/index.js';
import type { ExperienceFilter, ExperienceSummary } from './experiences/read-experiences.js';
import type { Learning } from './learning.js';

export interface EntryCatalog {
  /** Resolved ones and those that are not, newest first. */
  list(filter: ExperienceFilter): Promise<readonly EntrySummary[]>;
}

/** An entry in a list; what is not resolved has no outcome. */
type EntrySummary = Omit<ExperienceSummary, 'outcomeStatus' | 'confidenceTier' | 'resolvedAt'> & {
  readonly outcomeStatus: ExperienceSummary['outcomeStatus'] | null;
  readonly confidenceTier: ExperienceSummary['confidenceTier'] | null;
  readonly resolvedAt: string | null;
};

export interface CatalogSources {
  readonly journal: Pick<Journal, 'getActiveEntries' | 'getOrphans' | 'unsavedEntries'>;
  /** Without a store where there is none yet. */
  readonly learning: () => Promise<Pick<Learning, 'listExperiences'> & Partial<Pick<Learning, 'storeId'>>>;
}

/**
 * What lists of entries show: the stored experiences, and from the journal what is not resolved yet or was resolved but
 * could not be stored.
 */
export function createEntryCatalog({ journal, learning }: CatalogSources): EntryCatalog {
  return {
    async list(filter) {
      const { storeId, listExperiences } = await learning();
      const [stored, active, orphans, pending] = await Promise.all([
        listExperiences(filter),
        journal.getActiveEntries(),
        journal.getOrphans(),
        journal.unsavedEntries(storeId),
      ]);
      const unresolved: readonly ActiveEntry[] = [...active, ...orphans.map(({ entry }) => entry)];
      const fromJournal = [...unresolved, ...pending.reverse()]
        .filter((entry) => matches(entry, filter))
        .map(summaryOf);
      // Stored later in the map: an entry that is both has the tier that learning gave it.
      const byId = new Map([...fromJournal, ...stored].map((entry) => [entry.id, entry]));
      return [...byId.values()].sort(newestFirst).slice(0, filter.limit);
    },
  };
}

function matches(entry: Entry, { domain, outcome, since }: ExperienceFilter): boolean {
  if (domain !== undefined && entry.domain !== domain) return false;
  if (outcome !== undefined && entry.outcome?.status !== outcome) return false;
  return since === undefined || Date.parse(entry.created_at) >= since.getTime();
}

function summaryOf(entry: ActiveEntry | ResolvedEntry): EntrySummary {
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
