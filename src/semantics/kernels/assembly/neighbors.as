/**
 * The k smallest squared distances of every point, in one max-heap per point, filled pair by pair: each pair is
 * looked at once and offered to both its points.
 */
import { lanesAcross } from './inner-product';
import { codeBytes, codeOf, lengthOf, lengths, lowerBounds, pointCount, squaredDistance, toUnits } from './points';

let heaps: usize = 0;
let heapSize: i32 = 0;
/** The largest value that still gets into a point's heap (f32, in the units of the bound, rounded as it comes). */
let reaches: usize = 0;

/** The heaps and reaches must have been filled with infinity; four reaches more than points, those zero. */
export function useNeighbors(heapsAt: usize, sizeOfHeap: i32, reachesAt: usize): void {
  heaps = heapsAt;
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
    const others = v128.load(lengths + (<usize>group << 2));
    measureNear(first, group, lowerBounds(lanesAcross(ac, ad, ae, af), firstLength, others));
    measureNear(second, group, lowerBounds(lanesAcross(bc, bd, be, bf), secondLength, others));
  }
}

/** The value of the k-th neighbor of a point: the top of its heap. */
export function farthestNeighbor(point: i32): f64 {
  return load<f64>(heapOf(point));
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
    offer(point, distance);
    offer(other, distance);
  }
}

function offer(point: i32, distance: f64): void {
  const heap = heapOf(point);
  if (distance >= load<f64>(heap)) return;
  let hole = 0;
  for (let child = 1; child < heapSize; child = 2 * hole + 1) {
    const right = child + 1;
    if (right < heapSize && valueAt(heap, right) > valueAt(heap, child)) child = right;
    const value = valueAt(heap, child);
    if (value <= distance) break;
    store<f64>(heap + (<usize>hole << 3), value);
    hole = child;
  }
  store<f64>(heap + (<usize>hole << 3), distance);
  store<f32>(reaches + (<usize>point << 2), <f32>(load<f64>(heap) * toUnits));
}

// @ts-ignore: decorator
@inline
function valueAt(heap: usize, place: i32): f64 {
  return load<f64>(heap + (<usize>place << 3));
}

// @ts-ignore: decorator
@inline
function heapOf(point: i32): usize {
  return heaps + <usize>point * ((<usize>heapSize) << 3);
}
