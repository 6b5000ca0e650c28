import { type Connection, float32ToBlob } from '../../storage/index.js';
import type { Axis } from '../experiences/axis.js';
import { type MeaningSpace, packSpace } from '../meaning/meaning-space.js';
import type { ClusterParameters } from './choose-parameters.js';
import type { ClusterName } from './cluster-id.js';
import type { OutcomeCounts } from './clustering.js';
import type { GroupFigures } from './describe-group.js';
import type { Explanation } from './explain-groups.js';
import { readClustering } from './read-clusters.js';

export interface NewClustering {
  readonly axis: Axis;
  /** The revision of the experiences that were clustered. */
  readonly revision: number;
  readonly embeddingId: number;
  readonly method: number;
  readonly parameters: ClusterParameters;
  readonly experienceCount: number;
  readonly space: MeaningSpace;
  readonly groups: readonly Group[];
  readonly computedAt: string;
}

export interface Group {
  readonly members: ReadonlySet<string>;
  readonly figures: GroupFigures;
  readonly explanation: Explanation;
  readonly outcomes: OutcomeCounts;
}

/**
 * Inside one write: the process that stores first gives the labels, and all others see them. False if another process has
 * stored newer ones.
 */
export function saveClustering(connection: Connection, made: NewClustering): boolean {
  const { axis, groups, embeddingId, computedAt } = made;
  const last = readClustering(connection, axis);
  // Another process was quicker and has seen at least as much: its labels are the ones that others know.
  const isAlike = last?.embedding_id === embeddingId && last.method === made.method;
  if (isAlike && last.revision > made.revision) return false;
  const known = knownClusters(connection, axis);
  const labels = matchLabels(
    groups.map(({ members }) => members),
    known,
    last?.next_label ?? 0,
  );
  for (const [at, group] of groups.entries()) {
    const label = labels[at] as number;
    saveCluster(connection, { ...made, label }, group);
    const before = known.find((cluster) => cluster.label === label)?.members ?? new Set<string>();
    saveMembers(connection, { axis, label }, { before, after: group.members });
  }
  for (const { label, isRetired } of known) {
    if (isRetired || labels.includes(label)) continue;
    connection.run('UPDATE clusters SET retired_at = ? WHERE axis = ? AND label = ?', [computedAt, axis, label]);
  }
  const nextLabel = Math.max(last?.next_label ?? 0, ...labels.map((label) => label + 1));
  saveRun(connection, made, nextLabel);
  return true;
}

function knownClusters(connection: Connection, axis: Axis): KnownCluster[] {
  const clusters = connection.all<{ label: number; retired_at: string | null }>(
    'SELECT label, retired_at FROM clusters WHERE axis = ?',
    [axis],
  );
  const members = new Map(clusters.map(({ label }) => [label, new Set<string>()]));
  const rows = connection.all<{ label: number; experience_id: string }>(
    'SELECT label, experience_id FROM cluster_members WHERE axis = ?',
    [axis],
  );
  for (const { label, experience_id } of rows) members.get(label)?.add(experience_id);
  return clusters.map(({ label, retired_at }) => ({
    label,
    isRetired: retired_at !== null,
    members: members.get(label) ?? new Set(),
  }));
}

function saveCluster(connection: Connection, made: NewClustering & ClusterName, group: Group): void {
  const { figures, explanation, outcomes } = group;
  connection.run(
    `INSERT INTO clusters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (axis, label) DO UPDATE SET size = excluded.size, avg_weight = excluded.avg_weight,
       embedding_id = excluded.embedding_id, centroid = excluded.centroid, mean_distance = excluded.mean_distance,
       deviation = excluded.deviation, retired_at = NULL, title = excluded.title,
       first_example = excluded.first_example, second_example = excluded.second_example,
       lesson_of = excluded.lesson_of, confirmed = excluded.confirmed, falsified = excluded.falsified,
       abandoned = excluded.abandoned`,
    [
      made.axis,
      made.label,
      figures.size,
      figures.averageWeight,
      made.embeddingId,
      float32ToBlob(figures.centroid),
      figures.meanDistance,
      figures.deviation,
      made.computedAt,
      explanation.title,
      figures.typicalFirst[0] ?? null,
      figures.typicalFirst[1] ?? null,
      explanation.lessonOf,
      outcomes.confirmed,
      outcomes.falsified,
      outcomes.abandoned,
    ],
  );
}

/** Only what changed: most members of a large cluster stay. An experience that has been deleted since is left out. */
function saveMembers(
  connection: Connection,
  { axis, label }: ClusterName,
  { before, after }: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): void {
  const onlyIn = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    JSON.stringify([...one].filter((id) => !other.has(id)));
  connection.run(
    `DELETE FROM cluster_members WHERE axis = ? AND label = ? AND experience_id IN (SELECT value FROM json_each(?))`,
    [axis, label, onlyIn(before, after)],
  );
  connection.run(
    'INSERT INTO cluster_members SELECT ?, ?, id FROM experiences WHERE id IN (SELECT value FROM json_each(?))',
    [axis, label, onlyIn(after, before)],
  );
}

function saveRun(connection: Connection, made: NewClustering, nextLabel: number): void {
  const { parameters, groups, experienceCount } = made;
  const clustered = groups.reduce((sum, { members }) => sum + members.size, 0);
  connection.run('INSERT OR REPLACE INTO clusterings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    made.axis,
    made.revision,
    made.embeddingId,
    packSpace(made.space),
    parameters.minClusterSize,
    parameters.minSamples,
    experienceCount,
    experienceCount - clustered,
    nextLabel,
    made.computedAt,
    made.method,
  ]);
}

/** A cluster of an earlier clustering, with those of its members that still exist. */
export interface KnownCluster {
  readonly label: number;
  readonly isRetired: boolean;
  readonly members: ReadonlySet<string>;
}

/**
 * Gives each new group the label of the known cluster that it continues: the pair with the most members in common first,
 * each label once. Of a cluster that splits, the larger part keeps the label; of clusters that merge, the larger one's
 * label stays. A cluster that had vanished gets its label back when most of it returns, because values may still point
 * to it. Everything else gets a label that was never used.
 */
export function matchLabels(
  groups: readonly ReadonlySet<string>[],
  known: readonly KnownCluster[],
  nextLabel: number,
): number[] {
  const labels = new Map<number, number>();
  const taken = new Set<number>();
  for (const { group, label } of [...pairs(groups, known, false), ...pairs(groups, known, true)]) {
    if (labels.has(group) || taken.has(label)) continue;
    labels.set(group, label);
    taken.add(label);
  }
  let fresh = nextLabel;
  return groups.map((_, group) => labels.get(group) ?? fresh++);
}

function pairs(groups: readonly ReadonlySet<string>[], known: readonly KnownCluster[], retired: boolean) {
  const candidates = known.filter(({ isRetired }) => isRetired === retired);
  return groups
    .flatMap((members, group) =>
      candidates.map(({ label, members: before }) => ({ group, label, ...overlap(members, before) })),
    )
    .filter(({ ofSmaller, ofAll }) => (retired ? ofAll : ofSmaller) >= HALF)
    .sort((a, b) => b.common - a.common || a.label - b.label);
}

const HALF = 0.5;

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>) {
  let common = 0;
  for (const id of one) if (other.has(id)) common += 1;
  const smaller = Math.min(one.size, other.size);
  return {
    common,
    ofSmaller: smaller === 0 ? 0 : common / smaller,
    ofAll: common / Math.max(1, one.size + other.size - common),
  };
}
