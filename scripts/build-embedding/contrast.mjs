import { multiplyTransposed, transposed } from './multiply.mjs';

/**
 * Symmetric InfoNCE over the unit vectors of a batch: row i of `left` belongs to row i of `right`, every other row is a
 * mismatch. Gives the mean loss and the gradients of both sides.
 */
export function contrast(left, right, count, width, scale) {
  const logits = multiplyTransposed(left, right, count, count, width);
  for (let index = 0; index < logits.length; index += 1) logits[index] *= scale;
  const slope = new Float64Array(count * count);
  let loss = 0;
  for (let row = 0; row < count; row += 1) {
    loss += addSoftmaxSlope(logits, slope, row * count, 1, count, row);
    loss += addSoftmaxSlope(logits, slope, row, count, count, row);
  }
  for (let index = 0; index < slope.length; index += 1) slope[index] *= scale / (2 * count);
  return {
    loss: loss / (2 * count),
    left: multiplyTransposed(slope, transposed(right, count, width), count, width, count),
    right: multiplyTransposed(transposed(slope, count, count), transposed(left, count, width), count, width, count),
  };
}

function addSoftmaxSlope(logits, slope, start, stride, count, target) {
  // Logits lie between -scale and scale: their exponentials need no shift.
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += Math.exp(logits[start + index * stride]);
  for (let index = 0; index < count; index += 1)
    slope[start + index * stride] += Math.exp(logits[start + index * stride]) / sum;
  slope[start + target * stride] -= 1;
  return Math.log(sum) - logits[start + target * stride];
}
