import type { SelectionMethod } from './clustering.js';
import type { CondensedTree } from './condensed-tree.js';

/** The clusters that are the answer, in ascending order, and the stability of each. */
export interface Selection {
  readonly clusters: readonly number[];
  readonly stabilities: readonly number[];
}

export function selectClusters(tree: CondensedTree, method: SelectionMethod, allowSingleCluster: boolean): Selection {
  const stabilities = stabilitiesOf(tree);
  const isSelected = method === 'eom' ? longestLived(tree, stabilities, allowSingleCluster) : leaves(tree);
  if (!allowSingleCluster) isSelected[0] = false;
  const clusters = isSelected.flatMap((selected, cluster) => (selected ? [cluster] : []));
  return { clusters, stabilities: clusters.map((cluster) => stabilities[cluster] as number) };
}

/** For each cluster, the sum of its points' lifetimes: from the density of its birth to where they leave. */
function stabilitiesOf(tree: CondensedTree): number[] {
  const stabilities = tree.parents.map(() => 0);
  const add = (cluster: number, density: number, points: number): void => {
    const lifetime = density - (tree.births[cluster] as number);
    stabilities[cluster] = (stabilities[cluster] as number) + lifetime * points;
  };
  for (const [point, cluster] of tree.clusterOfPoint.entries()) add(cluster, tree.densityOfPoint[point] as number, 1);
  for (const [cluster, parent] of tree.parents.entries()) {
    if (parent >= 0) add(parent, tree.births[cluster] as number, tree.sizes[cluster] as number);
  }
  return stabilities;
}

/** Excess of mass: a cluster is kept unless the best clusters that it splits into are more stable together. */
function longestLived(tree: CondensedTree, stabilities: readonly number[], allowSingleCluster: boolean): boolean[] {
  const below = tree.parents.map(() => 0);
  const isKept = tree.parents.map(() => false);
  // From the last to the first, so that the children of a cluster come before it.
  for (let cluster = tree.parents.length - 1; cluster >= 0; cluster--) {
    const own = stabilities[cluster] as number;
    const best = below[cluster] as number;
    isKept[cluster] = best <= own && (cluster > 0 || allowSingleCluster);
    const parent = tree.parents[cluster] as number;
    if (parent >= 0) below[parent] = (below[parent] as number) + Math.max(own, best);
  }
  return withoutNested(tree, isKept);
}

/** Of two kept clusters, one inside the other, only the outer one is selected. */
function withoutNested(tree: CondensedTree, isKept: readonly boolean[]): boolean[] {
  const isCovered = tree.parents.map(() => false);
  return isKept.map((kept, cluster) => {
    const parent = tree.parents[cluster] as number;
    isCovered[cluster] = parent >= 0 && (isCovered[parent] === true || isKept[parent] === true);
    return kept && !isCovered[cluster];
  });
}

function leaves(tree: CondensedTree): boolean[] {
  const isLeaf = tree.parents.map(() => true);
  for (const parent of tree.parents) if (parent >= 0) isLeaf[parent] = false;
  return isLeaf;
}
