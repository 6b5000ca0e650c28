import type { Domain, OutcomeStatus } from '../../journal/index.js';
import { createWordIndex, type WordIndex } from '../../semantics/word-index.js';
import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import { unpackWords } from '../experiences/experience-words.js';
import { type Changed, createChangeReader } from './changes.js';

/** The facts about an experience that are kept in memory. */
interface Facts {
  readonly domain: Domain;
  readonly outcome: OutcomeStatus;
}

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

interface Row extends Changed, Facts {
  readonly id: string;
  readonly words: Uint8Array;
}

function openWords(database: LearningContext['database'], axis: Axis): () => Promise<AxisWords> {
  const index = createWordIndex();
  const facts = new Map<string, Facts>();
  const forget = (id: string): void => {
    index.remove(id);
    facts.delete(id);
  };
  const catchUp = createChangeReader<Row>({
    database,
    select: `SELECT changed.id, words.words, changed.domain, changed.outcome_status AS outcome,
      changed.revision AS changed_revision, changed.rowid AS changed_rowid
      FROM experiences AS changed JOIN words ON words.experience_id = changed.id WHERE 1`,
    selectIds: 'SELECT id FROM experiences',
    values: [],
    keeper: {
      put({ id, words, domain, outcome }) {
        const found = unpackWords(words, axis);
        forget(id);
        if (found.length === 0) return;
        index.add(id, found);
        facts.set(id, { domain, outcome });
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
