/**
 * Prim's algorithm over mutual reachability, one point at a time. Distances are squared. A point outside the tree is
 * measured only if the new point of the tree could come nearer to it than the tree already is. Of edges equally long
 * the one with the denser end, that is the smaller core distance, counts as the shorter, then the one between points
 * that are nearer in space.
 */
import { fourProducts } from './inner-product';
import { codeBytes, codeOf, lengthOf, lowerBounds, squaredDistance, toUnits } from './points';

let cores: usize = 0;
let gaps: usize = 0;
/** The smaller core distance of the two ends of the edge that each gap stands for. */
let ends: usize = 0;
/** The plain distance of those two ends. */
let spans: usize = 0;
let sources: usize = 0;
/** The points outside the tree in ascending order. */
let outside: usize = 0;
let outsideCount: i32 = 0;
let candidates: usize = 0;

/** The gaps (f64, from each point to the tree), ends and spans must have been filled with infinity, `outside` with all points. */
export function useTree(
  count: i32,
  coresAt: usize,
  gapsAt: usize,
  endsAt: usize,
  spansAt: usize,
  sourcesAt: usize,
  outsideAt: usize,
  candidatesAt: usize,
): void {
  outsideCount = count;
  cores = coresAt;
  gaps = gapsAt;
  ends = endsAt;
  spans = spansAt;
  sources = sourcesAt;
  outside = outsideAt;
  candidates = candidatesAt;
}

/** Takes a point into the tree and returns the nearest one outside: the lowest of those equally near; -1 at the end. */
export function takeIntoTree(point: i32): i32 {
  measureCandidates(point, leaveOutside(point));
  return nearestOutside();
}

/** Removes the point from those outside and lists the ones that it may come nearer to. */
function leaveOutside(point: i32): i32 {
  const core = load<f64>(cores + (<usize>point << 3));
  let kept = 0;
  let found = 0;
  for (let place = 0; place < outsideCount; place++) {
    const other = load<i32>(outside + (<usize>place << 2));
    if (other == point) continue;
    store<i32>(outside + (<usize>kept << 2), other);
    kept++;
    const at = <usize>other << 3;
    const otherCore = load<f64>(cores + at);
    if (isShorter(max(core, otherCore), min(core, otherCore), 0, at)) {
      store<i32>(candidates + (<usize>found << 2), other);
      found++;
    }
  }
  outsideCount = kept;
  return found;
}

function measureCandidates(point: i32, count: i32): void {
  // A last group of fewer than four is filled up with its last point, which is then measured more than once.
  for (let filler = count; filler < count + 3 && count > 0; filler++) {
    store<i32>(candidates + (<usize>filler << 2), candidateAt(count - 1));
  }
  const core = load<f64>(cores + (<usize>point << 3));
  const code = codeOf(point);
  const length = lengthOf(point);
  for (let first = 0; first < count; first += 4) {
    const a = candidateAt(first);
    const b = candidateAt(first + 1);
    const c = candidateAt(first + 2);
    const d = candidateAt(first + 3);
    const products = fourProducts(code, codeOf(a), codeOf(b), codeOf(c), codeOf(d), codeBytes);
    let others = f32x4.splat(lengthOf(a));
    others = f32x4.replace_lane(others, 1, lengthOf(b));
    others = f32x4.replace_lane(others, 2, lengthOf(c));
    others = f32x4.replace_lane(others, 3, lengthOf(d));
    const bounds = lowerBounds(products, length, others);
    come(point, core, a, f32x4.extract_lane(bounds, 0));
    come(point, core, b, f32x4.extract_lane(bounds, 1));
    come(point, core, c, f32x4.extract_lane(bounds, 2));
    come(point, core, d, f32x4.extract_lane(bounds, 3));
  }
}

// @ts-ignore: decorator
@inline
function come(point: i32, core: f64, other: i32, bound: f32): void {
  const at = <usize>other << 3;
  const gap = load<f64>(gaps + at);
  // A bound that is not a number rules nothing out.
  if (<f64>bound > gap * toUnits) return;
  const otherCore = load<f64>(cores + at);
  const span = squaredDistance(point, other);
  const reachability = max(max(core, otherCore), span);
  const end = min(core, otherCore);
  if (isShorter(reachability, end, span, at)) {
    store<f64>(gaps + at, reachability);
    store<f64>(ends + at, end);
    store<f64>(spans + at, span);
    store<i32>(sources + (<usize>other << 2), point);
  }
}

function nearestOutside(): i32 {
  let nearest = -1;
  let smallest: f64 = Infinity;
  for (let place = 0; place < outsideCount; place++) {
    const other = load<i32>(outside + (<usize>place << 2));
    const at = <usize>other << 3;
    const gap = load<f64>(gaps + at);
    if (gap > smallest) continue;
    if (gap < smallest || isShorter(gap, load<f64>(ends + at), load<f64>(spans + at), <usize>nearest << 3)) {
      smallest = gap;
      nearest = other;
    }
  }
  return nearest;
}

/** Whether an edge is shorter than the one that a point outside has to the tree. */
// @ts-ignore: decorator
@inline
function isShorter(reachability: f64, end: f64, span: f64, at: usize): bool {
  const gap = load<f64>(gaps + at);
  if (reachability != gap) return reachability < gap;
  const gapEnd = load<f64>(ends + at);
  return end < gapEnd || (end == gapEnd && span < load<f64>(spans + at));
}

// @ts-ignore: decorator
@inline
function candidateAt(place: i32): i32 {
  return load<i32>(candidates + (<usize>place << 2));
}
