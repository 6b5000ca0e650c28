/** Throws a RangeError for a vector of another dimension or with a number that is not finite. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new RangeError(`the vector has ${vector.length} dimensions; this index holds vectors of ${dimensions}`);
  }
  for (let at = 0; at < dimensions; at++) {
    if (!Number.isFinite(vector[at])) {
      throw new RangeError(`the vector has ${vector[at]} at place ${at}; every number must be finite`);
    }
  }
}
