/**
 * The points to be clustered: their coordinates as given (f64), and a code of 16-bit numbers for each, centred and
 * scaled to one length. Codes give a cheap bound that no true distance can be below; only pairs that the bound cannot
 * rule out are measured, in f64. Where everything stands is said once by `usePoints`.
 */

export let coordinates: usize = 0;
export let coordinateBytes: usize = 0;
export let codes: usize = 0;
export let codeBytes: usize = 0;
/** The length of each centred point (f32), in units of the longest. */
export let lengths: usize = 0;
/** One over the squared unit of `lengths`: from squared distances to the units of the bound. */
export let toUnits: f64 = 0;
export let pointCount: i32 = 0;

let productScale: f32 = 0;
let productSlack: f32 = 0;

export function usePoints(
  count: i32,
  coordinatesAt: usize,
  bytesOfCoordinates: usize,
  codesAt: usize,
  bytesOfCodes: usize,
  lengthsAt: usize,
  unit: f64,
  scaleOfProduct: f32,
  slackOfProduct: f32,
): void {
  pointCount = count;
  coordinates = coordinatesAt;
  coordinateBytes = bytesOfCoordinates;
  codes = codesAt;
  codeBytes = bytesOfCodes;
  lengths = lengthsAt;
  toUnits = unit;
  productScale = scaleOfProduct;
  productSlack = slackOfProduct;
}

// @ts-ignore: decorator
@inline
export function codeOf(point: i32): usize {
  return codes + <usize>point * codeBytes;
}

// @ts-ignore: decorator
@inline
export function lengthOf(point: i32): f32 {
  return load<f32>(lengths + (<usize>point << 2));
}

/**
 * A lower bound of four squared distances from one point, in units of the longest point. Two slacks keep it below the
 * truth: one for what the codes rounded away, one for the rounding of these very f32 operations.
 */
// @ts-ignore: decorator
@inline
export function lowerBounds(products: v128, length: f32, others: v128): v128 {
  const own = f32x4.splat(length);
  const squares = f32x4.add(f32x4.mul(own, own), f32x4.mul(others, others));
  const cosines = f32x4.add(
    f32x4.mul(f32x4.convert_i32x4_s(products), f32x4.splat(productScale)),
    f32x4.splat(productSlack),
  );
  const twice = f32x4.mul(f32x4.mul(f32x4.add(cosines, cosines), own), others);
  const bounds = f32x4.sub(f32x4.sub(squares, twice), f32x4.mul(squares, f32x4.splat(2e-6)));
  return f32x4.sub(bounds, f32x4.splat(1e-30));
}

/** Exact up to the rounding of f64; four partial sums, which the twin in JavaScript adds in the same order. */
export function squaredDistance(one: i32, other: i32): f64 {
  const a = coordinates + <usize>one * coordinateBytes;
  const b = coordinates + <usize>other * coordinateBytes;
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (let at: usize = 0; at < coordinateBytes; at += 32) {
    const lowGap = f64x2.sub(v128.load(a + at), v128.load(b + at));
    const highGap = f64x2.sub(v128.load(a + at, 16), v128.load(b + at, 16));
    low = f64x2.add(low, f64x2.mul(lowGap, lowGap));
    high = f64x2.add(high, f64x2.mul(highGap, highGap));
  }
  const sums = f64x2.add(low, high);
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}
