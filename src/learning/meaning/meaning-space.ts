import { float32ToBlob, readStoredVector } from '../../storage/index.js';

/**
 * The space in which texts of different length can be compared: the few directions in which the experiences of an axis differ. A
 * short statement and a long text on one subject point the same way here; what is peculiar to a wording, which makes
 * most of a short text's vector, is left out.
 */
export interface MeaningSpace {
  readonly dimensions: number;
  /** One after the other, each as long as a vector of the model. */
  readonly directions: Float32Array;
  /** The middle of all experiences, and of all that they say: texts of a kind have much in common. */
  readonly textMiddle: Float32Array;
  readonly statementMiddle: Float32Array;
}

/** Any number from 8 to 64 separates values equally well; fewer are faster. */
export const MAX_DIRECTIONS = 24;

/** Measures how far a vector reaches along each direction. */
export function coordinates(directions: Float32Array, vector: Float32Array): Float32Array {
  const dimensions = vector.length;
  const found = new Float32Array(directions.length / dimensions);
  // Four sums at a time: each addition would otherwise wait for the one before it.
  const whole = dimensions - (dimensions % 4);
  for (let row = 0; row < found.length; row++) {
    const start = row * dimensions;
    let [one, two, three, four] = [0, 0, 0, 0];
    for (let at = 0; at < whole; at += 4) {
      one += (directions[start + at] as number) * (vector[at] as number);
      two += (directions[start + at + 1] as number) * (vector[at + 1] as number);
      three += (directions[start + at + 2] as number) * (vector[at + 2] as number);
      four += (directions[start + at + 3] as number) * (vector[at + 3] as number);
    }
    for (let at = whole; at < dimensions; at++) one += (directions[start + at] as number) * (vector[at] as number);
    found[row] = one + two + three + four;
  }
  return found;
}

/** The direction in which something lies, seen from a middle; zero if it lies there itself. */
export function directionFrom(middle: Float32Array, point: Float32Array): Float32Array {
  return unit(point.map((value, at) => value - (middle[at] as number)));
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => (length === 0 ? 0 : value / length));
}

export function packSpace({ directions, textMiddle, statementMiddle }: MeaningSpace): Uint8Array {
  return float32ToBlob(Float32Array.from([...textMiddle, ...statementMiddle, ...directions]));
}

/** Undefined for bytes that are not a space. */
export function unpackSpace(blob: Uint8Array, modelDimensions: number): MeaningSpace | undefined {
  const numbers = readStoredVector(blob, blob.byteLength / Float32Array.BYTES_PER_ELEMENT)?.slice();
  const dimensions = (numbers?.length ?? 0) / (modelDimensions + 2);
  if (numbers === undefined || !Number.isInteger(dimensions)) return undefined;
  return {
    dimensions,
    textMiddle: numbers.slice(0, dimensions),
    statementMiddle: numbers.slice(dimensions, 2 * dimensions),
    directions: numbers.slice(2 * dimensions),
  };
}
