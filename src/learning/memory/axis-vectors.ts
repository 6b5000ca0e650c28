import { createVectorIndex, type VectorIndex } from '../../semantics/index.js';
import type { LearningContext } from '../context.js';
import type { Counters } from '../database/counters.js';
import { unpackVector } from '../database/packed-vectors.js';
import type { Axis } from '../experiences/axis.js';
import { type Changed, createChangeReader } from './changes.js';
import type { StoredModel } from './embedding-model.js';

/** The vectors of one axis, made by one model. */
export interface AxisVectors {
  readonly index: VectorIndex;
  readonly ids: ReadonlySet<string>;
  /** The counters of the experiences when the vectors were read. */
  readonly counters: Counters;
}

export type ReadVectors = (axis: Axis, model: StoredModel) => Promise<AxisVectors>;

export function createReadVectors({ database }: Pick<LearningContext, 'database'>): ReadVectors {
  const opened = new Map<string, () => Promise<AxisVectors>>();
  return (axis, model) => {
    const key = `${axis} ${model.id}`;
    const read = opened.get(key) ?? openVectors(database, axis, model);
    opened.set(key, read);
    return read();
  };
}

interface Row extends Changed {
  readonly id: string;
  readonly vector: unknown;
}

function openVectors(
  database: LearningContext['database'],
  axis: Axis,
  model: StoredModel,
): () => Promise<AxisVectors> {
  const index = createVectorIndex(model.dimensions);
  const unpacked = new Float32Array(model.dimensions);
  const ids = new Set<string>();
  const catchUp = createChangeReader<Row>({
    database,
    select: `SELECT changed.experience_id AS id, changed.vector,
      changed.revision AS changed_revision, changed.rowid AS changed_rowid
      FROM vectors AS changed WHERE changed.embedding_id = ? AND changed.axis = ?`,
    selectIds: 'SELECT experience_id AS id FROM vectors WHERE embedding_id = ? AND axis = ?',
    values: [model.id, axis],
    keeper: {
      reserve: (count) => index.reserve(count),
      put({ id, vector }) {
        if (!unpackVector(vector, unpacked)) return;
        index.add(id, unpacked);
        ids.add(id);
      },
      keepOnly(left) {
        for (const id of [...ids].filter((known) => !left.has(known))) {
          index.remove(id);
          ids.delete(id);
        }
      },
    },
  });
  return async () => ({ index, ids, counters: await catchUp() });
}
