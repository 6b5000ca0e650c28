import { createAdam } from './adam.mjs';
import { normalize } from './matrix.mjs';
import { multiplyTransposed, transposed } from './multiply.mjs';
import { gaussian } from './random.mjs';

/**
 * E[w] = g[w] (X[w] M) + R[w]; a text is the sum over its words. X stays fixed, so the projection M is applied to the
 * sum of a text and not to each word.
 */
export function createModel({ start, startWidth, kept, width, weights, rates, random }) {
  const projection = new Float64Array(startWidth * width);
  // The first features keep their positions; the others are spread over all of them.
  for (let from = 0; from < startWidth; from += 1) {
    for (let index = 0; index < width; index += 1) {
      projection[from * width + index] = from < kept ? Number(from === index) : gaussian(random) / Math.sqrt(width);
    }
  }
  const M = createAdam(projection, width, rates.projection);
  const g = createAdam(Float32Array.from(weights), 1, rates.weight);
  const R = createAdam(new Float32Array(weights.length * width), width, rates.rest);

  /** Sums (in start space) and unit vectors of texts given as arrays of rows. */
  function forward(texts) {
    const sums = new Float64Array(texts.length * startWidth);
    for (let text = 0; text < texts.length; text += 1) {
      for (const row of texts[text]) add(sums, text * startWidth, start, row * startWidth, startWidth, g.values[row]);
    }
    const units = multiplyTransposed(sums, transposed(projection, startWidth, width), texts.length, width, startWidth);
    const lengths = new Float64Array(texts.length);
    for (let text = 0; text < texts.length; text += 1) {
      for (const row of texts[text]) add(units, text * width, R.values, row * width, width, 1);
      lengths[text] = normalize(units, text * width, width) || 1;
    }
    return { sums, units, lengths };
  }

  /** Adds to the parameters' gradients what the gradient of the texts' unit vectors asks for. */
  function backward(texts, { sums, units, lengths }, unitGradient) {
    const slopes = new Float64Array(units.length);
    for (let text = 0; text < texts.length; text += 1) {
      const at = text * width;
      let along = 0;
      for (let index = at; index < at + width; index += 1) along += units[index] * unitGradient[index];
      for (let index = at; index < at + width; index += 1)
        slopes[index] = (unitGradient[index] - along * units[index]) / lengths[text];
    }
    const count = texts.length;
    const projectionGradient = multiplyTransposed(
      transposed(sums, count, startWidth),
      transposed(slopes, count, width),
      startWidth,
      width,
      count,
    );
    add(M.gradient, 0, projectionGradient, 0, projectionGradient.length, 1);
    const startSlopes = multiplyTransposed(slopes, projection, count, startWidth, width);
    for (let text = 0; text < count; text += 1) {
      for (const row of texts[text]) {
        g.touch(row);
        R.touch(row);
        add(R.gradient, row * width, slopes, text * width, width, 1);
        let sum = 0;
        for (let index = 0; index < startWidth; index += 1)
          sum += start[row * startWidth + index] * startSlopes[text * startWidth + index];
        g.gradient[row] += sum;
      }
    }
  }

  function step(progress) {
    for (let from = 0; from < startWidth; from += 1) M.touch(from);
    for (const adam of [M, g, R]) adam.step(progress);
  }

  /** E, one row for each word. */
  function table() {
    const rows = Float32Array.from(R.values);
    for (let row = 0; row < weights.length; row += 1) {
      for (let from = 0; from < startWidth; from += 1) {
        const value = g.values[row] * start[row * startWidth + from];
        for (let index = 0; index < width; index += 1)
          rows[row * width + index] += value * projection[from * width + index];
      }
    }
    return rows;
  }

  return { forward, backward, step, table };
}

function add(target, at, values, from, width, factor) {
  for (let index = 0; index < width; index += 1) target[at + index] += factor * values[from + index];
}
