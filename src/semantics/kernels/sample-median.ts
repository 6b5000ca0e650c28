import { countOf, type Points } from './points.js';

/**
 * The median of each coordinate, from a sample. Unlike the mean it is not moved by a few very distant points, which would
 * make every code coarse.
 */
export function sampleMedian(points: Points): Float64Array {
  const { data, dimensions } = points;
  const count = countOf(points);
  const sample = new Float32Array(Math.min(count, SAMPLE_SIZE));
  return Float64Array.from({ length: dimensions }, (_, dimension) => {
    for (let index = 0; index < sample.length; index++) {
      const point = Math.floor((index * count) / sample.length);
      sample[index] = data[point * dimensions + dimension] as number;
    }
    sample.sort();
    return sample[sample.length >> 1] ?? 0;
  });
}

const SAMPLE_SIZE = 101;
