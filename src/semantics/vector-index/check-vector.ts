/** Throws a RangeError for a vector of another dimension or with a number that is not finite. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new RangeError(`the vector has ${vector.length} dimensions; this index holds vectors of ${dimensions}`);
  }
  for (let index = 0; index < dimensions; index++) {
    if (!Number.isFinite(vector[index])) {
      throw new RangeError(`the vector has ${vector[index]} at index ${index}; every number must be finite`);
    }
  }
}
