import type { ReadConnection } from '../../storage/index.js';
import type { GraphStats } from '../decision-graph.js';

export type StoredStats = Omit<GraphStats, 'caches' | 'driver' | 'embeddedWith'>;

export function readStats(connection: ReadConnection): StoredStats {
  const row = connection.first<StatsRow>(STATS);
  if (row === undefined) throw new Error('counting gave no row');
  const { first, last, ...counts } = row;
  return {
    ...counts,
    firstDecidedAt: first === null ? null : new Date(first),
    lastDecidedAt: last === null ? null : new Date(last),
  };
}

interface StatsRow extends Omit<StoredStats, 'firstDecidedAt' | 'lastDecidedAt'> {
  readonly first: string | null;
  readonly last: string | null;
}

const STATS = `
  SELECT
    (SELECT count(*) FROM decisions) AS decisions,
    (SELECT count(archived_at) FROM decisions) AS archived,
    (SELECT count(*) FROM stances) AS stances,
    (SELECT count(*) FROM similarities) AS links,
    (SELECT avg(score) FROM similarities) AS averageScore,
    (SELECT count(*) FROM outcomes) AS outcomes,
    (SELECT count(*) FROM decisions WHERE linked_in IS NULL) AS unlinked,
    (SELECT min(decided_at) FROM decisions) AS first,
    (SELECT max(decided_at) FROM decisions) AS last,
    (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS fileBytes,
    (SELECT coalesce(sum(e.vectors * s.dimensions * 4), 0) FROM spaces s
      JOIN (SELECT space, count(*) AS vectors FROM embeddings GROUP BY space) e ON e.space = s.number) AS embeddingBytes`;
