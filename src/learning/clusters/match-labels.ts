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
