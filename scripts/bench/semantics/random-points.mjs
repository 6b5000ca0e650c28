/**
 * Numbers from a seed, the same in every version of Node: nothing but sums, products and square roots, which the
 * language defines to the last bit.
 */
function randomSource(seed) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // Six uniform numbers add up to something close to a normal distribution with this variance.
  const normal = () => (uniform() + uniform() + uniform() + uniform() + uniform() + uniform() - 3) / Math.sqrt(6 / 12);
  return { uniform, normal };
}

/** Unit vectors in random directions: the hardest case for an index that tries to skip some. */
export function unitVectors(count, dimensions, seed) {
  const { normal } = randomSource(seed);
  const data = new Float32Array(count * dimensions);
  for (let index = 0; index < data.length; index++) data[index] = normal();
  return normalize(data, dimensions);
}

/** Unit vectors around some centers, every tenth one anywhere. */
export function clusteredVectors(count, dimensions, { centers = 20, spread = 1, seed = 1 } = {}) {
  const { uniform, normal } = randomSource(seed);
  const middles = Float32Array.from({ length: centers * dimensions }, normal);
  const data = new Float32Array(count * dimensions);
  for (let point = 0; point < count; point++) {
    const center = Math.floor(uniform() * centers);
    const [near, far] = point % 10 === 9 ? [0, 1] : [1, spread];
    for (let axis = 0; axis < dimensions; axis++) {
      data[point * dimensions + axis] = near * middles[center * dimensions + axis] + far * normal();
    }
  }
  return normalize(data, dimensions);
}

function normalize(data, dimensions) {
  for (let start = 0; start < data.length; start += dimensions) {
    const row = data.subarray(start, start + dimensions);
    let sum = 0;
    for (const value of row) sum += value * value;
    const length = Math.sqrt(sum);
    for (let axis = 0; axis < dimensions; axis++) row[axis] /= length;
  }
  return data;
}
