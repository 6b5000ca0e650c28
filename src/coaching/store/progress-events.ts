import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ProgressEventRow } from '../database/tables.js';
import type { ProgressEventType } from '../vocabulary.js';
import { expectParent, readColumn, type StoreContext } from './store-context.js';

interface ProgressEvent {
  readonly id: string;
  readonly phaseId: string;
  readonly eventType: ProgressEventType;
  readonly data: ProgressData | null;
  readonly createdAt: string;
}

type ProgressData = Readonly<Record<string, unknown>>;

export interface ProgressEvents {
  record(phaseId: string, eventType: ProgressEventType, data?: ProgressData): Promise<ProgressEvent>;
  /** The oldest first. */
  list(phaseId: string): Promise<ProgressEvent[]>;
}

export function createProgressEvents({ database, clock }: StoreContext): ProgressEvents {
  const { queries } = database;
  return {
    record(phaseId, eventType, data) {
      const row: ProgressEventRow = {
        id: randomUUID(),
        phase_id: phaseId,
        event_type: eventType,
        data: data === undefined ? null : JSON.stringify(data),
        created_at: clock.now().toISOString(),
      };
      return database.write((connection) => {
        expectParent(connection, database, { table: 'phases', id: phaseId });
        connection.execute(queries.insertInto('progress_events').values(row));
        return toEvent(row);
      });
    },

    async list(phaseId) {
      const query = queries.selectFrom('progress_events').selectAll().where('phase_id', '=', phaseId);
      return (await query.orderBy('created_at').orderBy(sql`rowid`).execute()).map(toEvent);
    },
  };
}

const dataSchema = z.record(z.string(), z.unknown());

function toEvent(row: ProgressEventRow): ProgressEvent {
  return {
    id: row.id,
    phaseId: row.phase_id,
    eventType: row.event_type,
    data: row.data === null ? null : readColumn(dataSchema, 'progress_events.data', row.data),
    createdAt: row.created_at,
  };
}
