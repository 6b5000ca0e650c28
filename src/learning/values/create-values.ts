import { randomBytes } from 'node:crypto';
import { UserError } from '../../kernel/user-error.js';
import { wordsOf } from '../../semantics/words.js';
import { type Connection, float32ToBlob } from '../../storage/index.js';
import { parseClusterId } from '../clusters/cluster-id.js';
import type { LearningContext } from '../context.js';
import type { ValueRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { createJudge, type JudgedStatement, type JudgeParts } from './judge-statement.js';
import type { Judgment } from './judge-value.js';
import { type StoredValue, share, toValue, type Validation, type Value } from './value.js';

export interface Values {
  validate(text: string, clusterId: string): Promise<Validation>;
  /** Throws a `UserError` if the experiences do not carry it. A statement that is stored already is returned as it is. */
  store(text: string, clusterId: string, axis: Axis): Promise<StoredValue>;
  /** Of the largest cluster first, then the newest. */
  list(filter: { readonly axis?: Axis | undefined; readonly limit: number }): Promise<Value[]>;
  /** Those that the most experiences support, without drifting ones. */
  strongest(limit: number): Promise<Value[]>;
  /** Says whether there was one. */
  delete(id: string): Promise<boolean>;
}

export interface ValueParts extends JudgeParts {
  readonly clock: LearningContext['clock'];
}

export function createValues(parts: ValueParts): Values {
  const { database, clock } = parts;
  const judge = createJudge(parts);

  return {
    async validate(text, id) {
      const { judgment, lessons, notice } = await judge(text, id);
      return { ...toValidation(judgment), nearestLessons: lessons.slice(0, MAX_LESSONS), ...(notice && { notice }) };
    },

    async store(text, id, axis) {
      const name = parseClusterId(id);
      if (name.axis !== axis) {
        throw new UserError(
          'validation_error',
          `axis is ${axis}, but ${id} is a cluster of the axis ${name.axis}; give that axis`,
        );
      }
      const { statement, cluster, embeddingId, vector, judgment, notice } = await judge(text, id);
      if (!judgment.valid) throw refused(judgment, notice);
      const row = newRow(statement, { cluster, judgment }, clock.now());
      const stored = await database.write((connection) => insertValue(connection, row, { vector, embeddingId }));
      return { ...toValue(stored), ...(notice && { notice }) };
    },

    async list({ axis, limit }) {
      let query = database.queries
        .selectFrom('learned_values')
        .selectAll()
        .orderBy('cluster_size', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      if (axis !== undefined) query = query.where('axis', '=', axis);
      return (await query.execute()).map(toValue);
    },

    strongest(limit) {
      return database.read((connection) => connection.all<ValueRow>(STRONGEST, [limit]).map(toValue));
    },

    async delete(id) {
      const { changes } = await database.write((connection) =>
        connection.run('DELETE FROM learned_values WHERE id = ?', [id]),
      );
      return changes > 0;
    },
  };
}

/** Returns the value that is stored: the same statement may have been stored before. */
function insertValue(
  connection: Connection,
  row: ValueRow,
  { vector, embeddingId }: Pick<JudgedStatement, 'vector' | 'embeddingId'>,
): ValueRow {
  const before = connection.first<ValueRow>(
    'SELECT * FROM learned_values WHERE axis = ? AND label = ? AND wording = ?',
    [row.axis, row.label, row.wording],
  );
  if (before !== undefined) return before;
  const columns = Object.keys(row) as (keyof ValueRow)[];
  connection.run(
    `INSERT INTO learned_values (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns.map((column) => row[column]),
  );
  if (embeddingId !== undefined) {
    connection.run('INSERT INTO value_vectors VALUES (?, ?, ?)', [row.id, embeddingId, float32ToBlob(vector)]);
  }
  return row;
}

const MAX_LESSONS = 3;

const STRONGEST = `SELECT * FROM learned_values WHERE drift IS NULL
  ORDER BY cluster_size DESC, created_at DESC, id DESC LIMIT ?`;

function newRow(
  text: string,
  { cluster: { axis, label, size }, judgment: { distance } }: Pick<JudgedStatement, 'cluster' | 'judgment'>,
  now: Date,
): ValueRow {
  const time = now.toISOString();
  const stamp = time.slice(0, 19).replace(/[-:]/g, '').replace('T', '_');
  return {
    id: `value_${stamp}_${randomBytes(3).toString('hex')}`,
    text,
    wording: wordsOf(text).join(' '),
    axis,
    label,
    cluster_size: size,
    similarity: 1 - distance,
    drift: null,
    created_at: time,
    checked_at: time,
  };
}

function toValidation({ valid, distance, threshold, reason }: Judgment): Omit<Validation, 'nearestLessons'> {
  return {
    valid,
    onTopic: distance <= threshold,
    similarity: valid ? share(1 - distance) : null,
    centroidDistance: distance,
    thresholdDistance: threshold,
    reason,
  };
}

function refused({ distance, reason }: Judgment, notice: string | undefined): UserError {
  const similarity = share(1 - distance).toFixed(3);
  const advice = `Say what the members have in common.${notice === undefined ? '' : ` Note: ${notice}.`}`;
  return new UserError(
    'validation_error',
    `the value is not stored: ${reason ?? ''}; its similarity is ${similarity}. ${advice}`,
  );
}
