/** Adam over rows of one array; only the rows that a batch touched move, so a step costs what the batch costs. */
export function createAdam(values, width, rate) {
  const first = new Float32Array(values.length);
  const second = new Float32Array(values.length);
  const gradient = new Float32Array(values.length);
  const isTouched = new Uint8Array(values.length / width);
  const touched = [];
  let steps = 0;
  return {
    values,
    gradient,
    touch(row) {
      if (isTouched[row] === 1) return;
      isTouched[row] = 1;
      touched.push(row);
    },
    /** `progress` from 0 to 1: the rate rises over the first twentieth and then falls to zero in a straight line. */
    step(progress) {
      steps += 1;
      const correction = Math.sqrt(1 - 0.999 ** steps) / (1 - 0.9 ** steps);
      const stride = rate * correction * Math.min(1, progress * 20, (1 - progress) * 1.05);
      for (const row of touched) {
        isTouched[row] = 0;
        for (let index = row * width; index < (row + 1) * width; index += 1) {
          const slope = gradient[index];
          gradient[index] = 0;
          first[index] = 0.9 * first[index] + 0.1 * slope;
          second[index] = 0.999 * second[index] + 0.001 * slope * slope;
          values[index] -= (stride * first[index]) / (Math.sqrt(second[index]) + 1e-8);
        }
      }
      touched.length = 0;
    },
  };
}
