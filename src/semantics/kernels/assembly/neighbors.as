/**
 * The k nearest others of every point, in one max-heap per point, filled pair by pair: each pair is looked at once and
 * offered to both its points. Of others equally far the one with the lower index is the nearer.
 */
import { lanesAcross } from './inner-product';
import { codeBytes, codeOf, lengthOf, lengths, lowerBounds, pointCount, squaredDistance, toUnits } from './points';

/** Squared distances (f64), and in `others` at the same places the points that they lead to (i32). */
let heaps: usize = 0;
let others: usize = 0;
let heapSize: i32 = 0;
/** The largest value that still gets into a point's heap (f32, in the units of the bound, rounded as it comes). */
let reaches: usize = 0;

/** The heaps and reaches must have been filled with infinity; four reaches more than points, those zero. */
export function useNeighbors(heapsAt: usize, othersAt: usize, sizeOfHeap: i32, reachesAt: usize): void {
  heaps = heapsAt;
  others = othersAt;
  heapSize = sizeOfHeap;
  reaches = reachesAt;
}

/** Compares two points, `first` and the next, with each other and with all points from `from` up to `end`. */
export function comparePair(first: i32, from: i32, end: i32): void {
  const second = first + 1;
  const a = codeOf(first);
  // An odd last point is compared twice with itself as `second`: its row is padding there, and never measured.
  const b = codeOf(second);
  const bytes = codeBytes;
  const firstLength = lengthOf(first);
  const secondLength = lengthOf(second);
  for (let group = from; group < end; group += 4) {
    const c = codeOf(group);
    const d = c + bytes;
    const e = d + bytes;
    const f = e + bytes;
    let ac = i32x4.splat(0);
    let ad = i32x4.splat(0);
    let ae = i32x4.splat(0);
    let af = i32x4.splat(0);
    let bc = i32x4.splat(0);
    let bd = i32x4.splat(0);
    let be = i32x4.splat(0);
    let bf = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const partA = v128.load(a + at);
      const partB = v128.load(b + at);
      let part = v128.load(c + at);
      ac = i32x4.add(ac, i32x4.dot_i16x8_s(partA, part));
      bc = i32x4.add(bc, i32x4.dot_i16x8_s(partB, part));
      part = v128.load(d + at);
      ad = i32x4.add(ad, i32x4.dot_i16x8_s(partA, part));
      bd = i32x4.add(bd, i32x4.dot_i16x8_s(partB, part));
      part = v128.load(e + at);
      ae = i32x4.add(ae, i32x4.dot_i16x8_s(partA, part));
      be = i32x4.add(be, i32x4.dot_i16x8_s(partB, part));
      part = v128.load(f + at);
      af = i32x4.add(af, i32x4.dot_i16x8_s(partA, part));
      bf = i32x4.add(bf, i32x4.dot_i16x8_s(partB, part));
    }
    const groupLengths = v128.load(lengths + (<usize>group << 2));
    measureNear(first, group, lowerBounds(lanesAcross(ac, ad, ae, af), firstLength, groupLengths));
    measureNear(second, group, lowerBounds(lanesAcross(bc, bd, be, bf), secondLength, groupLengths));
  }
}

/** Puts the neighbors of a point in order, the nearest first. Nothing can be offered to the point afterwards. */
export function sortNeighbors(point: i32): void {
  const first = firstPlace(point);
  for (let last = heapSize - 1; last > 0; last--) {
    const distance = distanceAt(first + last);
    const other = otherAt(first + last);
    put(first + last, distanceAt(first), otherAt(first));
    sink(first, last, distance, other);
  }
}

// @ts-ignore: decorator
@inline
function measureNear(point: i32, group: i32, bounds: v128): void {
  const limits = f32x4.max(
    v128.load(reaches + (<usize>group << 2)),
    f32x4.splat(load<f32>(reaches + (<usize>point << 2))),
  );
  // Asked this way round so that a bound that is not a number rules nothing out.
  const ruledOut = i32x4.bitmask(f32x4.gt(bounds, limits));
  if (ruledOut != 15) measureGroup(point, group, ruledOut);
}

function measureGroup(point: i32, group: i32, ruledOut: i32): void {
  for (let lane = 0; lane < 4; lane++) {
    const other = group + lane;
    // Pairs within a group come up twice; the one with the larger second point counts.
    if (((ruledOut >> lane) & 1) != 0 || other <= point || other >= pointCount) continue;
    const distance = squaredDistance(point, other);
    offer(point, distance, other);
    offer(other, distance, point);
  }
}

function offer(point: i32, distance: f64, other: i32): void {
  const first = firstPlace(point);
  if (!isFarther(first, distance, other)) return;
  sink(first, heapSize, distance, other);
  store<f32>(reaches + (<usize>point << 2), <f32>(distanceAt(first) * toUnits));
}

/** Replaces the farthest of a heap. */
function sink(first: i32, size: i32, distance: f64, other: i32): void {
  let hole = 0;
  for (let child = 1; child < size; child = 2 * hole + 1) {
    const right = child + 1;
    if (right < size && isFarther(first + right, distanceAt(first + child), otherAt(first + child))) child = right;
    if (!isFarther(first + child, distance, other)) break;
    put(first + hole, distanceAt(first + child), otherAt(first + child));
    hole = child;
  }
  put(first + hole, distance, other);
}

// @ts-ignore: decorator
@inline
function isFarther(place: i32, distance: f64, other: i32): bool {
  const value = distanceAt(place);
  return value > distance || (value == distance && otherAt(place) > other);
}

// @ts-ignore: decorator
@inline
function put(place: i32, distance: f64, other: i32): void {
  store<f64>(heaps + (<usize>place << 3), distance);
  store<i32>(others + (<usize>place << 2), other);
}

// @ts-ignore: decorator
@inline
function distanceAt(place: i32): f64 {
  return load<f64>(heaps + (<usize>place << 3));
}

// @ts-ignore: decorator
@inline
function otherAt(place: i32): i32 {
  return load<i32>(others + (<usize>place << 2));
}

// @ts-ignore: decorator
@inline
function firstPlace(point: i32): i32 {
  return point * heapSize;
}
