import type { Clock } from '../../kernel/clock.js';
import type { ReadConnection } from '../../storage/index.js';
import { CoachError } from '../coach-error.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';

export interface StoreContext {
  readonly database: CoachingDatabase;
  readonly clock: Clock;
}

/** What the rows are that others refer to, as messages call them. */
const NAMES = {
  sessions: 'session',
  plans: 'plan',
  phases: 'phase',
  knowledge_gaps: 'knowledge gap',
  kata_specs: 'kata',
} as const;

type Parent = keyof typeof NAMES;

/** A foreign key would refuse the row as well, but without saying what is missing. */
export function expectParent(
  connection: ReadConnection,
  { queries }: Pick<CoachingDatabase, 'queries'>,
  { table, id }: { readonly table: Parent; readonly id: string },
): void {
  const [found] = connection.execute(queries.selectFrom(table).select('id').where('id', '=', id));
  if (found === undefined) throw missing(table, id);
}

export function expectRow<Row>(row: Row | undefined, table: Parent, id: string): Row {
  if (row === undefined) throw missing(table, id);
  return row;
}

function missing(table: Parent, id: string): CoachError {
  return new CoachError('NOT_FOUND', `there is no ${NAMES[table]} ${JSON.stringify(id)}; it may have been deleted`);
}

/** Models write the name of one topic or skill in several ways. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
