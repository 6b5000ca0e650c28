import { randomUUID } from 'node:crypto';
import type { Connection, ReadConnection } from '../../storage/index.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { PhaseRow } from '../database/tables.js';
import type { HintLevel, PhaseStatus } from '../vocabulary.js';
import { insertHint, type NewPhaseHint } from './phase-hints.js';
import { expectParent, expectRow, type StoreContext } from './store-context.js';

export interface Phase {
  readonly id: string;
  readonly planId: string;
  /** From 1, in the order of the plan. */
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly status: PhaseStatus;
  readonly hintLevel: HintLevel;
  readonly expectedFiles: readonly string[];
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

type PhaseContent = Pick<Phase, 'title' | 'description' | 'hintLevel' | 'expectedFiles'>;

export interface NewPhase extends PhaseContent {
  readonly hints?: readonly NewPhaseHint[];
}

export interface Phases {
  get(id: string): Promise<Phase | undefined>;
  /** In the order of the plan. */
  list(planId: string): Promise<Phase[]>;
  /** After the last phase of the plan. */
  add(planId: string, phase: NewPhase): Promise<Phase>;
  update(id: string, changes: Partial<PhaseContent>): Promise<Phase>;
  /** Also says what the status was, so that the caller reports a change only once. */
  setStatus(id: string, status: PhaseStatus): Promise<{ readonly phase: Phase; readonly previousStatus: PhaseStatus }>;
  /** The phases between its number and the new one move by one. */
  move(id: string, to: number): Promise<void>;
  /** The phases after it move up. Says whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function createPhases({ database, clock }: StoreContext): Phases {
  const { queries } = database;
  const all = queries.selectFrom('phases').selectAll();

  const find = (connection: ReadConnection, id: string): PhaseRow | undefined =>
    connection.execute(all.where('id', '=', id))[0];

  /** The phase after the change, and before it. */
  function change(id: string, valuesFor: (before: PhaseRow) => Partial<PhaseRow>): Promise<[Phase, PhaseRow]> {
    return database.write((connection) => {
      const before = expectRow(find(connection, id), 'phases', id);
      const after = { ...before, ...valuesFor(before) };
      connection.execute(queries.updateTable('phases').set(after).where('id', '=', id));
      return [toPhase(after), before];
    });
  }

  return {
    async get(id) {
      const row = await all.where('id', '=', id).executeTakeFirst();
      return row && toPhase(row);
    },

    list: (planId) => database.read((connection) => readPhases(connection, database, planId)),

    add: (planId, phase) =>
      database.write((connection) => {
        expectParent(connection, database, { table: 'plans', id: planId });
        const last = readPhases(connection, database, planId).at(-1);
        return insertPhase(connection, database, { ...phase, planId, number: (last?.number ?? 0) + 1 });
      }),

    async update(id, changes) {
      const [phase] = await change(id, (before) => ({
        title: changes.title ?? before.title,
        description: changes.description ?? before.description,
        hint_level: changes.hintLevel ?? before.hint_level,
        expected_files: changes.expectedFiles ? JSON.stringify(changes.expectedFiles) : before.expected_files,
      }));
      return phase;
    },

    async setStatus(id, status) {
      const now = clock.now().toISOString();
      const [phase, before] = await change(id, (row) => ({ status, ...timesFor(status, row, now) }));
      return { phase, previousStatus: before.status };
    },

    move: (id, to) =>
      database.write((connection) => {
        const { plan_id, number: from } = expectRow(find(connection, id), 'phases', id);
        const others = queries.updateTable('phases').where('plan_id', '=', plan_id);
        const between = others.where('number', '>=', Math.min(from, to)).where('number', '<=', Math.max(from, to));
        connection.execute(between.set(({ eb }) => ({ number: eb('number', '+', from < to ? -1 : 1) })));
        connection.execute(queries.updateTable('phases').set({ number: to }).where('id', '=', id));
      }),

    remove: (id) =>
      database.write((connection) => {
        const row = find(connection, id);
        if (row === undefined) return false;
        connection.execute(queries.deleteFrom('phases').where('id', '=', id));
        const later = queries.updateTable('phases').where('plan_id', '=', row.plan_id).where('number', '>', row.number);
        connection.execute(later.set(({ eb }) => ({ number: eb('number', '-', 1) })));
        return true;
      }),
  };
}

/** A phase that goes back to an earlier status loses the times of the later one; no time is set twice. */
function timesFor(
  status: PhaseStatus,
  { started_at, completed_at }: PhaseRow,
  now: string,
): Pick<PhaseRow, 'started_at' | 'completed_at'> {
  if (status === 'pending') return { started_at: null, completed_at: null };
  return { started_at: started_at ?? now, completed_at: status === 'complete' ? (completed_at ?? now) : null };
}

export function readPhases(
  connection: ReadConnection,
  { queries }: Pick<CoachingDatabase, 'queries'>,
  planId: string,
): Phase[] {
  const rows = queries.selectFrom('phases').selectAll().where('plan_id', '=', planId).orderBy('number');
  return connection.execute(rows).map(toPhase);
}

/** As part of a transaction that has made sure of the plan. */
export function insertPhase(
  connection: Connection,
  database: Pick<CoachingDatabase, 'queries'>,
  phase: NewPhase & Pick<Phase, 'planId' | 'number'> & Partial<Pick<Phase, 'startedAt'>>,
): Phase {
  const startedAt = phase.startedAt ?? null;
  const row: PhaseRow = {
    id: randomUUID(),
    plan_id: phase.planId,
    number: phase.number,
    title: phase.title,
    description: phase.description,
    status: startedAt === null ? 'pending' : 'active',
    hint_level: phase.hintLevel,
    expected_files: JSON.stringify(phase.expectedFiles),
    started_at: startedAt,
    completed_at: null,
  };
  connection.execute(database.queries.insertInto('phases').values(row));
  for (const hint of phase.hints ?? []) insertHint(connection, database, { ...hint, phaseId: row.id });
  return toPhase(row);
}

function toPhase(row: PhaseRow): Phase {
  return {
    id: row.id,
    planId: row.plan_id,
    number: row.number,
    title: row.title,
    description: row.description,
    status: row.status,
    hintLevel: row.hint_level,
    expectedFiles: JSON.parse(row.expected_files) as string[],
    startedAt: row.started_at,
    completedAt: row.completed_at,
  };
}
