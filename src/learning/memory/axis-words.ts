import type { LearningContext } from '../context.js';
import type { ExperienceRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import { fromRow } from '../experiences/experience-row.js';
import type { Facts } from './axis-vectors.js';
import { type Changed, createChangeReader } from './changes.js';
import { createWordIndex, type WordIndex } from './word-index.js';

export interface AxisWords {
  readonly index: WordIndex;
  readonly facts: ReadonlyMap<string, Facts>;
}

export type ReadWords = (axis: Axis) => Promise<AxisWords>;

export function createReadWords({ database }: Pick<LearningContext, 'database'>): ReadWords {
  const opened = new Map<Axis, () => Promise<AxisWords>>();
  return (axis) => {
    const read = opened.get(axis) ?? openWords(database, axis);
    opened.set(axis, read);
    return read();
  };
}

function openWords(database: LearningContext['database'], axis: Axis): () => Promise<AxisWords> {
  const index = createWordIndex();
  const facts = new Map<string, Facts>();
  const forget = (id: string): void => {
    index.remove(id);
    facts.delete(id);
  };
  const catchUp = createChangeReader<ExperienceRow & Changed>({
    database,
    select: `SELECT changed.*, changed.revision AS changed_revision, changed.rowid AS changed_rowid
      FROM experiences AS changed WHERE 1`,
    selectIds: 'SELECT id FROM experiences',
    values: [],
    keeper: {
      put(row) {
        const experience = fromRow(row);
        const found = experience && axisText(experience, axis);
        forget(row.id);
        if (found === undefined) return;
        index.add(row.id, found.text);
        facts.set(row.id, { domain: row.domain, outcome: row.outcome_status, tier: row.confidence_tier });
      },
      keepOnly(ids) {
        for (const id of [...facts.keys()].filter((known) => !ids.has(known))) forget(id);
      },
    },
  });
  return async () => {
    await catchUp();
    return { index, facts };
  };
}
