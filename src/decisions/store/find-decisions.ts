import { nearestName } from '../../kernel/nearest-name.js';
import { UserError } from '../../kernel/user-error.js';
import type { ReadConnection, SqlValue } from '../../storage/index.js';
import type { Decision } from '../model/decision.js';
import type { ArchivedFilter, ListOptions, OutcomeFilter } from '../model/decision-graph.js';
import { readDecisions } from './read-decisions.js';

export function findNumber(connection: ReadConnection, id: string): number | undefined {
  return connection.first<{ number: number }>('SELECT number FROM decisions WHERE id = ?', [id])?.number;
}

/** For a change that must not go to the wrong decision. */
export function expectNumber(connection: ReadConnection, id: string): number {
  const number = findNumber(connection, id);
  if (number === undefined) throw unknownDecision(connection, id);
  return number;
}

export function resolveNumber(connection: ReadConnection, idOrPrefix: string): number {
  const exact = findNumber(connection, idOrPrefix);
  if (exact !== undefined) return exact;
  // Not LIKE: an id may have characters that LIKE treats as wildcards.
  const found = connection.all<{ number: number; id: string }>(
    'SELECT number, id FROM decisions WHERE id >= ? AND substr(id, 1, length(?)) = ? ORDER BY id LIMIT 3',
    [idOrPrefix, idOrPrefix, idOrPrefix],
  );
  const [only, another] = idOrPrefix === '' ? [] : found;
  if (only === undefined) throw unknownDecision(connection, idOrPrefix);
  if (another !== undefined) {
    const names = found.map(({ id }) => id).join(', ');
    throw new UserError(
      'validation_error',
      `several decisions begin with "${idOrPrefix}" (${names}); write more of it`,
    );
  }
  return only.number;
}

function unknownDecision(connection: ReadConnection, id: string): UserError {
  const known = connection.all<{ id: string }>('SELECT id FROM decisions ORDER BY decided_at DESC LIMIT ?', [
    MAX_COMPARED_IDS,
  ]);
  // What was typed may be the beginning of an id.
  const beginnings = new Map(known.map((row) => [row.id.slice(0, Math.max(id.length, 1)), row.id]));
  const nearest = beginnings.get(nearestName(id, beginnings.keys()) ?? '');
  const hint = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  return new UserError('not_found', `there is no decision "${id}"; ${hint}\`witan decisions timeline\` lists them`);
}

const MAX_COMPARED_IDS = 2_000;

export function countDecisions(
  connection: ReadConnection,
  { since, archived = 'with', outcome }: Pick<ListOptions, 'since' | 'archived' | 'outcome'>,
): number {
  const row = connection.first<{ count: number }>(
    `SELECT count(*) AS count FROM decisions WHERE ${ARCHIVED[archived]} AND decided_at >= ? AND ${hasOutcome(outcome)}`,
    [since?.toISOString() ?? ''],
  );
  return row?.count ?? 0;
}

/** A part of a list. */
export interface DecisionPage {
  readonly decisions: readonly Decision[];
  /** Where the next page starts; undefined after the last one. */
  readonly end: PageEnd | undefined;
}

interface PageEnd {
  readonly decided_at: string;
  readonly id: string;
}

/** Latest first. `after` continues where a page ended, also if its last decision was deleted since. */
export function readPage(
  connection: ReadConnection,
  options: ListOptions & { readonly limit: number; readonly after?: PageEnd | undefined },
): DecisionPage {
  const { after, limit } = options;
  const conditions = [ARCHIVED[options.archived ?? 'without']];
  const values: SqlValue[] = [];
  if (options.since !== undefined) {
    conditions.push('decided_at >= ?');
    values.push(options.since.toISOString());
  }
  if (options.before !== undefined) {
    conditions.push('(decided_at, id) < (SELECT decided_at, id FROM decisions WHERE id = ?)');
    values.push(options.before);
  }
  if (after !== undefined) {
    conditions.push('(decided_at, id) < (?, ?)');
    values.push(after.decided_at, after.id);
  }
  conditions.push(hasOutcome(options.outcome));
  const rows = connection.all<PageEnd & { number: number }>(
    `SELECT number, decided_at, id FROM decisions WHERE ${conditions.join(' AND ')}
     ORDER BY decided_at DESC, id DESC LIMIT ?`,
    [...values, limit],
  );
  const numbers = rows.map(({ number }) => number);
  const end = rows.length < limit ? undefined : rows.at(-1);
  return { decisions: readDecisions(connection, numbers), end };
}

function hasOutcome(filter: OutcomeFilter | undefined): string {
  if (filter === undefined) return 'TRUE';
  if (filter === 'none') return 'number NOT IN (SELECT decision FROM outcomes)';
  // One of a few known words, so it can be a part of the statement.
  const which = filter === 'any' ? '' : ` WHERE outcome = '${filter}'`;
  return `number IN (SELECT decision FROM outcomes${which})`;
}

export const ARCHIVED: Readonly<Record<ArchivedFilter, string>> = {
  without: 'archived_at IS NULL',
  only: 'archived_at IS NOT NULL',
  with: 'TRUE',
};
