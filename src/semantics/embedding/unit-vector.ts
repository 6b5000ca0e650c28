/** The vector with length 1; undefined if a value is not a number. Zeros stay zeros. */
export function unitVector(values: ArrayLike<number>): Float32Array | undefined {
  const vector = Float32Array.from(values);
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!Number.isFinite(sum)) return undefined;
  if (sum === 0) return vector;
  const factor = 1 / Math.sqrt(sum);
  return vector.map((value) => value * factor);
}
