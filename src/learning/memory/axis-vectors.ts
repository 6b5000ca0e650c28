import type { ConfidenceTier, Domain, OutcomeStatus } from '../../journal/index.js';
import { createVectorIndex, type VectorIndex } from '../../semantics/index.js';
import { readStoredVector } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import type { Counters } from '../database/counters.js';
import type { Axis } from '../experiences/axis.js';
import { type Changed, createChangeReader } from './changes.js';
import type { EmbeddingModel } from './embedding-model.js';

/** What is known of an experience in memory. */
export interface Facts {
  readonly domain: Domain;
  readonly outcome: OutcomeStatus;
  readonly tier: ConfidenceTier;
}

/** The vectors of one axis, made by one model. */
export interface AxisVectors {
  readonly index: VectorIndex;
  readonly facts: ReadonlyMap<string, Facts>;
  /** What the experiences stood at when the vectors were read. */
  readonly counters: Counters;
}

export type ReadVectors = (axis: Axis, model: EmbeddingModel) => Promise<AxisVectors>;

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
  readonly domain: Domain;
  readonly outcome: OutcomeStatus;
  readonly tier: ConfidenceTier;
}

function openVectors(
  database: LearningContext['database'],
  axis: Axis,
  model: EmbeddingModel,
): () => Promise<AxisVectors> {
  const index = createVectorIndex(model.dimensions);
  const facts = new Map<string, Facts>();
  const catchUp = createChangeReader<Row>({
    database,
    select: `SELECT changed.experience_id AS id, changed.vector, experiences.domain,
      experiences.outcome_status AS outcome, experiences.confidence_tier AS tier,
      changed.revision AS changed_revision, changed.rowid AS changed_rowid
      FROM vectors AS changed JOIN experiences ON experiences.id = changed.experience_id
      WHERE changed.embedding_id = ? AND changed.axis = ?`,
    selectIds: 'SELECT experience_id AS id FROM vectors WHERE embedding_id = ? AND axis = ?',
    values: [model.id, axis],
    keeper: {
      put({ id, vector, domain, outcome, tier }) {
        const stored = readStoredVector(vector, model.dimensions);
        if (stored === undefined) return;
        index.add(id, stored);
        facts.set(id, { domain, outcome, tier });
      },
      keepOnly(ids) {
        for (const id of [...facts.keys()].filter((known) => !ids.has(known))) {
          index.remove(id);
          facts.delete(id);
        }
      },
    },
  });
  return async () => ({ index, facts, counters: await catchUp() });
}
