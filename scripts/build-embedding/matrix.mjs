/** Rows of equal length in one Float32Array: centered, freed of their strongest common directions, of length 1. */
export function conditioned(rows, count, dimensions, components) {
  const result = Float32Array.from(rows);
  subtractMean(result, count, dimensions);
  for (let index = 0; index < components; index += 1)
    removeDirection(result, count, dimensions, strongestDirection(result, count, dimensions));
  for (let row = 0; row < count; row += 1) normalize(result, row * dimensions, dimensions);
  return result;
}

/** Divides by the length and returns it; zeros stay. */
export function normalize(values, start, dimensions) {
  let sum = 0;
  for (let index = start; index < start + dimensions; index += 1) sum += values[index] * values[index];
  const length = Math.sqrt(sum);
  if (length > 0) for (let index = start; index < start + dimensions; index += 1) values[index] /= length;
  return length;
}

function subtractMean(rows, count, dimensions) {
  const mean = new Float64Array(dimensions);
  for (let index = 0; index < rows.length; index += 1) mean[index % dimensions] += rows[index] / count;
  for (let index = 0; index < rows.length; index += 1) rows[index] -= mean[index % dimensions];
}

// Power iteration: forty rounds separate the first two components of word vectors by far.
function strongestDirection(rows, count, dimensions) {
  let direction = new Float64Array(dimensions).fill(1 / Math.sqrt(dimensions));
  for (let round = 0; round < 40; round += 1) {
    const next = new Float64Array(dimensions);
    for (let row = 0; row < count; row += 1) {
      const along = dot(rows, row * dimensions, direction);
      for (let index = 0; index < dimensions; index += 1) next[index] += along * rows[row * dimensions + index];
    }
    normalize(next, 0, dimensions);
    direction = next;
  }
  return direction;
}

function removeDirection(rows, count, dimensions, direction) {
  for (let row = 0; row < count; row += 1) {
    const along = dot(rows, row * dimensions, direction);
    for (let index = 0; index < dimensions; index += 1) rows[row * dimensions + index] -= along * direction[index];
  }
}

function dot(rows, start, direction) {
  let sum = 0;
  for (let index = 0; index < direction.length; index += 1) sum += rows[start + index] * direction[index];
  return sum;
}
