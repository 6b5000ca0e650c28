import { randomBytes } from 'node:crypto';
import { settleWithin } from '../../kernel/time-limit.js';
import { UserError } from '../../kernel/user-error.js';
import { wordsOf } from '../../semantics/words.js';
import { type Connection, float32ToBlob } from '../../storage/index.js';
import { type ClusterName, parseClusterId } from '../clusters/cluster-id.js';
import type { AxisClusters, ClusterMeasure } from '../clusters/clustering.js';
import type { WaitLimits } from '../clusters/create-clusters.js';
import { measureCluster } from '../clusters/measure-cluster.js';
import { findCluster } from '../clusters/read-members.js';
import type { LearningContext, LearningSemantics } from '../context.js';
import type { ValueRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { type EmbeddingModel, WITHOUT_MODEL } from '../memory/embedding-model.js';
import type { UseModel } from '../memory/use-model.js';
import { statementFault } from './check-statement.js';
import { type Evidence, findEvidence } from './find-evidence.js';
import { type Judgment, judgeValue } from './judge-value.js';
import { readMemberStatements } from './member-statements.js';
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

export interface ValueParts extends Pick<LearningContext, 'database' | 'clock'> {
  readonly getClusters: (axis: Axis, limits: WaitLimits) => Promise<AxisClusters>;
  readonly useModel: UseModel;
}

export function createValues(parts: ValueParts): Values {
  const { database, clock } = parts;

  async function judge(text: string, id: string) {
    const statement = text.trim();
    if (statement === '') throw new UserError('validation_error', 'text is empty; write the value as a sentence');
    const name = parseClusterId(id);
    const judged = await settleWithin({ maxMs: MAX_JUDGE_MS }, () => compare(statement, name));
    if (!judged.ok) throw new UserError('timeout', TOO_LATE);
    return judged.value;
  }

  async function compare(statement: string, name: ClusterName) {
    const known = await findCluster(database, name);
    const { value: compared, notice } = await parts.useModel<ComparedValue>({
      async primary(model, { similarity }) {
        const [vector = new Float32Array(model.dimensions)] = await model.embed([statement]);
        const cluster = known.embedding.id === model.id ? known : await computeAgain(name, model);
        return { cluster, similarity, vector, embeddingId: model.id };
      },
      async fallback({ embed, similarity }) {
        const [vector = new Float32Array()] = await embed([statement]);
        const cluster = { ...known, ...(await measureCluster(database, name, { embed })) };
        // Its vector is made when the configured model is back.
        return { cluster, similarity, vector, embeddingId: undefined };
      },
    });
    if (compared === undefined) {
      throw notice === undefined
        ? new UserError('validation_error', WITHOUT_MODEL)
        : new UserError('internal_error', `a value cannot be checked by words: ${notice}; see \`witan doctor\``);
    }
    const { fault, lessons } = await findSupport(statement, compared.cluster, compared.similarity);
    const judgment = withFault(judgeValue(compared.vector, compared.cluster), fault);
    return { ...compared, statement, judgment, lessons, notice };
  }

  /** Vectors of two models cannot be compared: the clusters of the present one are needed. */
  async function computeAgain(name: ClusterName, model: EmbeddingModel): Promise<ClusterMeasure> {
    const { warning } = await parts.getClusters(name.axis, WAIT_LIMITS);
    const cluster = await findCluster(database, name);
    if (cluster.embedding.id === model.id) return cluster;
    throw warning === undefined ? new UserError('timeout', NEW_MODEL) : new UserError('internal_error', warning);
  }

  /** What the distance cannot see: whether it is a statement at all, and whether the members support it. */
  async function findSupport(
    statement: string,
    cluster: ClusterMeasure,
    similarity: LearningSemantics['similarity'],
  ): Promise<Evidence> {
    const members = await database.read((connection) => readMemberStatements(connection, cluster));
    const evidence = await findEvidence(statement, members.statements, similarity);
    return { ...evidence, fault: statementFault(statement) ?? members.fault ?? evidence.fault };
  }

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
      const row = newRow(statement, cluster, judgment, clock.now());
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

/** A value and the cluster, both seen by the same model. */
interface ComparedValue {
  readonly cluster: ClusterMeasure;
  readonly similarity: LearningSemantics['similarity'];
  readonly vector: Float32Array;
  /** Undefined for a vector that must not be stored. */
  readonly embeddingId: number | undefined;
}

/** Returns the value that is stored: the same statement may have been stored before. */
function insertValue(
  connection: Connection,
  row: ValueRow,
  { vector, embeddingId }: Pick<ComparedValue, 'vector' | 'embeddingId'>,
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

const MAX_JUDGE_MS = 10_000;
const TOO_LATE = `the embedding did not answer within ${MAX_JUDGE_MS / 1000} s; try again, or see \`witan doctor\``;

const WAIT_LIMITS: WaitLimits = { ms: 5_000, firstMs: 5_000 };
const NEW_MODEL = 'the clusters are being computed again for another embedding model; try again in a minute';

const STRONGEST = `SELECT * FROM learned_values WHERE drift IS NULL
  ORDER BY cluster_size DESC, created_at DESC, id DESC LIMIT ?`;

function withFault(judgment: Judgment, fault: string | undefined): Judgment {
  if (!judgment.valid || fault === undefined) return judgment;
  return { ...judgment, valid: false, reason: `it is on topic, but ${fault}` };
}

function newRow(text: string, { axis, label, size }: ClusterMeasure, { distance }: Judgment, now: Date): ValueRow {
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
