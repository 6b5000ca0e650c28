import { countOf, type Points } from './points.js';

/**
 * A point in the middle of the others, coordinate by coordinate, judged by a sample. Unlike the mean it stays there
 * when a few points are very far away, which would make every code coarse.
 */
export function sampleMedian(points: Points): Float64Array {
  const { data, dimensions } = points;
  const count = countOf(points);
  const sample = new Float32Array(Math.min(count, SAMPLE_SIZE));
  return Float64Array.from({ length: dimensions }, (_, dimension) => {
    for (let at = 0; at < sample.length; at++) {
      const point = Math.floor((at * count) / sample.length);
      sample[at] = data[point * dimensions + dimension] as number;
    }
    sample.sort();
    return sample[sample.length >> 1] ?? 0;
  });
}

const SAMPLE_SIZE = 101;
