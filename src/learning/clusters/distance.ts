/** One minus the cosine, of vectors of length 1. */
export function distance(one: Float32Array, other: Float32Array): number {
  let product = 0;
  for (let at = 0; at < other.length; at++) product += (one[at] as number) * (other[at] as number);
  return 1 - product;
}
