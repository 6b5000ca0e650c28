/** How far two partitions agree: 1 for the same, 0 on average for chance. Noise counts as a group of its own. */
export function adjustedRandIndex(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const cells = new Map<string, number>();
  const rows = new Map<number, number>();
  const columns = new Map<number, number>();
  for (let at = 0; at < one.length; at++) {
    const [row, column] = [one[at] as number, other[at] as number];
    count(cells, `${row} ${column}`);
    count(rows, row);
    count(columns, column);
  }
  const together = pairsIn(cells);
  const expected = (pairsIn(rows) * pairsIn(columns)) / pairs(one.length);
  const max = (pairsIn(rows) + pairsIn(columns)) / 2;
  return max === expected ? 1 : (together - expected) / (max - expected);
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function pairsIn(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, size) => sum + pairs(size), 0);
}

function pairs(size: number): number {
  return (size * (size - 1)) / 2;
}
