import type { Points } from '../kernels/points.js';
import { sumMembers } from './member-sums.js';

/**
 * Every point is in some community, also one that is like no other. This makes noise of points that are much less like
 * their community than its other members are, and of communities that only collect what belongs nowhere: their members
 * are much less like each other than those of most communities. Points have length 1.
 */
export function dropOutsiders(points: Points, labels: Int32Array): Int32Array {
  const similarity = similarityToOthers(points, labels);
  const ofLabel = new Map<number, number[]>();
  for (const [at, label] of labels.entries()) {
    if (label < 0) continue;
    const own = ofLabel.get(label) ?? [];
    ofLabel.set(label, own);
    own.push(similarity[at] as number);
  }
  const usual = median([...ofLabel.values()].flat());
  const typical = new Map([...ofLabel].map(([label, own]) => [label, median(own)]));
  return labels.map((label, at) => {
    const own = typical.get(label) ?? 0;
    const isMember = own >= MIN_OF_USUAL * usual && (similarity[at] as number) >= MIN_OF_TYPICAL * own;
    return isMember ? label : -1;
  });
}

const MIN_OF_USUAL = 2 / 3;
const MIN_OF_TYPICAL = 1 / 2;

/** For each point, the cosine with the sum of the other members of its community. */
function similarityToOthers(points: Points, labels: Int32Array): Float64Array {
  const { data, dimensions } = points;
  const sums = sumMembers(points, labels);
  return Float64Array.from(labels, (label, at) => {
    const sum = sums.get(label)?.sum;
    if (sum === undefined) return 0;
    let product = 0;
    let squares = 0;
    for (let i = 0; i < dimensions; i++) {
      const own = data[at * dimensions + i] as number;
      const others = (sum[i] as number) - own;
      product += others * own;
      squares += others * others;
    }
    return squares === 0 ? 0 : product / Math.sqrt(squares);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
