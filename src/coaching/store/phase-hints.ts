import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../../storage/index.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { PhaseHintRow } from '../database/tables.js';
import type { FileHintStyle, HintType, LineHintStyle } from '../vocabulary.js';
import { expectParent, type StoreContext } from './store-context.js';

export type NewPhaseHint =
  | { readonly type: 'file'; readonly path: string; readonly style: FileHintStyle; readonly hoverText?: string }
  | {
      readonly type: 'line';
      readonly path: string;
      readonly startLine: number;
      readonly endLine: number;
      readonly style: LineHintStyle;
      readonly hoverText?: string;
    };

export type PhaseHint = NewPhaseHint & { readonly id: string; readonly phaseId: string };

export interface PhaseHints {
  add(phaseId: string, hints: readonly NewPhaseHint[]): Promise<PhaseHint[]>;
  /** In the order in which they were added. */
  list(phaseId: string, type?: HintType): Promise<PhaseHint[]>;
  /** Returns how many there were. */
  clear(phaseId: string): Promise<number>;
}

export function createPhaseHints({ database }: StoreContext): PhaseHints {
  const { queries } = database;
  return {
    add: (phaseId, hints) =>
      database.write((connection) => {
        expectParent(connection, database, { table: 'phases', id: phaseId });
        return hints.map((hint) => insertHint(connection, database, { ...hint, phaseId }));
      }),

    async list(phaseId, type) {
      let query = queries.selectFrom('phase_hints').selectAll().where('phase_id', '=', phaseId).orderBy(sql`rowid`);
      if (type !== undefined) query = query.where('type', '=', type);
      return (await query.execute()).map(toHint);
    },

    async clear(phaseId) {
      const query = queries.deleteFrom('phase_hints').where('phase_id', '=', phaseId);
      return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
    },
  };
}

/** As part of a transaction that has made sure of the phase. */
export function insertHint(
  connection: Connection,
  { queries }: Pick<CoachingDatabase, 'queries'>,
  hint: NewPhaseHint & { readonly phaseId: string },
): PhaseHint {
  const row: PhaseHintRow = {
    id: randomUUID(),
    phase_id: hint.phaseId,
    type: hint.type,
    path: hint.path,
    start_line: hint.type === 'line' ? hint.startLine : null,
    end_line: hint.type === 'line' ? hint.endLine : null,
    style: hint.style,
    hover_text: hint.hoverText ?? null,
  };
  connection.execute(queries.insertInto('phase_hints').values(row));
  return toHint(row);
}

function toHint(row: PhaseHintRow): PhaseHint {
  const { id, path } = row;
  const hint = { id, phaseId: row.phase_id, path, ...(row.hover_text !== null && { hoverText: row.hover_text }) };
  if (row.type === 'file') return { ...hint, type: 'file', style: row.style as FileHintStyle };
  const startLine = row.start_line ?? 1;
  return { ...hint, type: 'line', startLine, endLine: row.end_line ?? startLine, style: row.style as LineHintStyle };
}
