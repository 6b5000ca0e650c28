import type { ConfidenceTier, Domain, OutcomeStatus, Strategy } from '../../journal/index.js';
import { containsText } from '../../kernel/contains-text.js';
import type { Database } from '../../storage/index.js';
import type { ExperienceRow, LearningSchema } from '../database/tables.js';
import type { Experience } from './experience.js';
import { fromRow } from './experience-row.js';

export interface ExperienceFilter {
  readonly domain?: Domain | undefined;
  readonly outcome?: OutcomeStatus | undefined;
  /** Only what was begun at this time or later. */
  readonly since?: Date | undefined;
  /** Letters that one of its texts contains. */
  readonly search?: string | undefined;
  readonly limit: number;
}

export interface ExperienceSummary {
  readonly id: string;
  readonly domain: Domain;
  readonly strategy: Strategy;
  readonly goal: string;
  readonly outcomeStatus: OutcomeStatus;
  readonly confidenceTier: ConfidenceTier;
  readonly createdAt: string;
  readonly resolvedAt: string;
}

/** Newest first. */
export async function listExperiences(
  { queries }: Database<LearningSchema>,
  { domain, outcome, since, search = '', limit }: ExperienceFilter,
): Promise<ExperienceSummary[]> {
  let query = queries
    .selectFrom('experiences')
    .select(['id', 'domain', 'strategy', 'goal', 'outcome_status', 'confidence_tier', 'created_at', 'resolved_at'])
    .orderBy('created_ms', 'desc')
    // The one that was stored last of those begun in one second.
    .orderBy('revision', 'desc')
    .limit(search === '' ? limit : BATCH);
  if (domain !== undefined) query = query.where('domain', '=', domain);
  if (outcome !== undefined) query = query.where('outcome_status', '=', outcome);
  if (since !== undefined) query = query.where('created_ms', '>=', since.getTime());
  if (search === '') return (await query.execute()).map(toSummary);
  const found: ExperienceSummary[] = [];
  for (let batch = query.select(['created_ms', 'revision', ...SEARCHED]); found.length < limit; ) {
    const rows = await batch.execute();
    const matching = rows.filter((row) => containsText(SEARCHED.map((column) => row[column]).join('\n'), search));
    found.push(...matching.map(toSummary));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    // Experiences stored while this runs are newer, and shift nothing.
    batch = batch.where((row) =>
      row.or([
        row('created_ms', '<', last.created_ms),
        row.and([row('created_ms', '=', last.created_ms), row('revision', '<', last.revision)]),
      ]),
    );
  }
  return found.slice(0, limit);
}

const BATCH = 500;

type SummaryRow = Pick<
  ExperienceRow,
  'id' | 'domain' | 'strategy' | 'goal' | 'outcome_status' | 'confidence_tier' | 'created_at' | 'resolved_at'
>;

function toSummary(row: SummaryRow): ExperienceSummary {
  return {
    id: row.id,
    domain: row.domain,
    strategy: row.strategy,
    goal: row.goal,
    outcomeStatus: row.outcome_status,
    confidenceTier: row.confidence_tier,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
  };
}

const SEARCHED = [
  'id',
  'goal',
  'hypothesis',
  'action',
  'prediction',
  'outcome_result',
  'lesson_what_worked',
  'lesson_takeaway',
] as const;

/** In the order of the ids; those that do not exist are left out. */
export async function readExperiences(
  { queries }: Database<LearningSchema>,
  ids: readonly string[],
): Promise<Experience[]> {
  if (ids.length === 0) return [];
  const rows = await queries.selectFrom('experiences').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : fromRow(row);
  });
}

/** All of them, oldest first, a page at a time. One that is stored during the export may or may not be included. */
export async function* exportExperiences(database: Database<LearningSchema>): AsyncGenerator<Experience> {
  let after: readonly [number, string] = [Number.MIN_SAFE_INTEGER, ''];
  for (;;) {
    const rows = await database.read((connection) =>
      connection.all<ExperienceRow>(
        'SELECT * FROM experiences WHERE (created_ms, id) > (?, ?) ORDER BY created_ms, id LIMIT 200',
        [...after],
      ),
    );
    yield* rows.map(fromRow);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = [last.created_ms, last.id];
  }
}
