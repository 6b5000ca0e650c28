import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDemoPanel } from '../../kernel/demo-names.js';
import type { Database, ReadConnection } from '../../storage/index.js';
import type { AwaitingOutcome, GraphStats } from '../model/decision-graph.js';
import { parseTexts } from './read-decisions.js';

export type StoredStats = Omit<GraphStats, 'caches' | 'driver' | 'embeddedWith'>;

/** Counts everything, the many links in slices, because a running server has other work to do. */
export async function readStats(database: Database): Promise<StoredStats> {
  const row = await database.read((connection) => connection.first<StatsRow>(STATS));
  if (row === undefined) throw new Error('counting gave no row');
  const { first, last, highest, ...counts } = row;
  const found = { links: 0, sum: 0 };
  for (let from = 0; from <= highest; from += DECISIONS_PER_SLICE) {
    await nextTurn();
    const slice = await database.read((connection) =>
      connection.first<typeof found>(LINKS, [from, from + DECISIONS_PER_SLICE]),
    );
    found.links += slice?.links ?? 0;
    found.sum += slice?.sum ?? 0;
  }
  return {
    ...counts,
    links: found.links,
    averageScore: found.links === 0 ? null : found.sum / found.links,
    firstDecidedAt: first === null ? null : new Date(first),
    lastDecidedAt: last === null ? null : new Date(last),
  };
}

type Counted = Omit<StoredStats, 'links' | 'averageScore' | 'firstDecidedAt' | 'lastDecidedAt'>;

interface StatsRow extends Counted {
  readonly first: string | null;
  readonly last: string | null;
  /** The greatest number of a decision. */
  readonly highest: number;
}

const DECISIONS_PER_SLICE = 5_000;

const LINKS = 'SELECT count(*) AS links, total(score) AS sum FROM similarities WHERE decision >= ? AND decision < ?';

const STATS = `
  SELECT
    (SELECT count(*) FROM decisions) AS decisions,
    (SELECT count(archived_at) FROM decisions) AS archived,
    (SELECT count(*) FROM stances) AS stances,
    (SELECT count(*) FROM outcomes) AS outcomes,
    (SELECT count(*) FROM decisions WHERE linked_in IS NULL) AS unlinked,
    (SELECT min(decided_at) FROM decisions) AS first,
    (SELECT max(decided_at) FROM decisions) AS last,
    (SELECT coalesce(max(number), 0) FROM decisions) AS highest,
    (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS fileBytes,
    (SELECT coalesce(sum(e.vectors * s.dimensions * 4), 0) FROM spaces s
      JOIN (SELECT space, count(*) AS vectors FROM embeddings GROUP BY space) e ON e.space = s.number) AS embeddingBytes`;

/** Without a winner there is nothing to judge. */
export function readAwaitingOutcome(connection: ReadConnection, decidedBefore: Date): AwaitingOutcome {
  const before = decidedBefore.toISOString();
  const panels = connection.all<{ participants: string; count: number }>(
    `SELECT participants, count(*) AS count FROM decisions WHERE ${AWAITING} GROUP BY participants`,
    [before],
  );
  const real = panels.filter(({ participants }) => !isDemoPanel(parseTexts(participants)));
  const latest = connection.all<{ id: string; question: string; winning_option: string; decided_at: string }>(
    `SELECT id, substr(question, 1, ?) AS question, winning_option, decided_at FROM decisions
     WHERE ${AWAITING} AND participants IN (SELECT value FROM json_each(?)) ORDER BY decided_at DESC, id DESC LIMIT ?`,
    [MAX_QUESTION_LENGTH, before, JSON.stringify(real.map(({ participants }) => participants)), MAX_LISTED],
  );
  return {
    count: real.reduce((sum, { count }) => sum + count, 0),
    latest: latest.map(({ id, question, winning_option, decided_at }) => ({
      id,
      question,
      winningOption: winning_option,
      decidedAt: new Date(decided_at),
    })),
  };
}

const AWAITING = `decided_at < ? AND archived_at IS NULL AND winning_option IS NOT NULL
  AND number NOT IN (SELECT decision FROM outcomes)`;
const MAX_LISTED = 5;
const MAX_QUESTION_LENGTH = 300;
