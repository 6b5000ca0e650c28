import type { Points } from '../kernels/points.js';
import type { ClusterOptions, SelectionMethod } from './clustering.js';

export interface CheckedOptions {
  readonly minClusterSize: number;
  readonly minSamples: number;
  readonly method: SelectionMethod;
  readonly allowSingleCluster: boolean;
  readonly splitsLarge: boolean;
}

/** Throws a RangeError with the wrong value and what is valid. */
export function checkInput(points: Points, options: ClusterOptions): CheckedOptions {
  const { minClusterSize, minSamples = minClusterSize, method = 'eom' } = options;
  const { allowSingleCluster = false, splitsLarge = false } = options;
  checkWhole('minClusterSize', minClusterSize, 2);
  checkWhole('minSamples', minSamples, 1);
  if (method !== 'eom' && method !== 'leaf') {
    throw new RangeError(`method is ${String(method)}; it must be "eom" or "leaf"`);
  }
  checkPoints(points);
  return { minClusterSize, minSamples, method, allowSingleCluster, splitsLarge };
}

function checkPoints({ data, dimensions }: Points): void {
  checkWhole('dimensions', dimensions, 1);
  if (data.length % dimensions !== 0) {
    throw new RangeError(`${data.length} numbers are not whole points of ${dimensions} dimensions`);
  }
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) {
    throw new RangeError(
      `point ${Math.floor(wrong / dimensions)} has ${data[wrong]} at index ${wrong % dimensions}; every number must be finite`,
    );
  }
}

function checkWhole(name: string, value: number, min: number): void {
  if (!Number.isInteger(value) || value < min) {
    throw new RangeError(`${name} is ${value}; it must be a whole number of at least ${min}`);
  }
}
