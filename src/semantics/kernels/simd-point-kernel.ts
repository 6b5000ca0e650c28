import { type GrowingTree, getCount, type Neighbors, type OnStep, type PointKernel, type Points } from './points.js';
import {
  codeWidth,
  encode,
  growTo,
  instantiateKernel,
  type KernelMemory,
  layOutRegions,
  PRODUCT_SCALE,
  productSlack,
  type SimdKernel,
} from './simd-module.js';

/** Compares points in WebAssembly; undefined where that cannot run. Memory grows with the points, not their pairs. */
export function createSimdPointKernel(points: Points): PointKernel | undefined {
  const layout = layOut(points);
  const instance = instantiateKernel(layout.end);
  if (instance === undefined) return undefined;
  const loaded: Loaded = { ...instance, layout };
  load(points, loaded);
  return {
    backend: 'simd',
    findNeighbors: (k, onStep) => findNeighbors(loaded, k, onStep),
    growTree: (cores) => growTree(loaded, cores),
  };
}

interface Loaded {
  readonly kernel: SimdKernel;
  readonly memory: KernelMemory;
  readonly layout: Layout;
}

interface Layout {
  readonly count: number;
  readonly coordinates: number;
  readonly coordinateWidth: number;
  readonly codes: number;
  readonly codeWidth: number;
  readonly lengths: number;
  /** The offset of the working memory. */
  readonly end: number;
}

/** The kernel reads groups of four rows, so there must be zeros after the last point. */
const PADDING = 4;
/** The size of a block of codes that fits into a processor's second-level cache. */
const BLOCK_BYTES = 262_144;

function layOut(points: Points): Layout {
  const count = getCount(points);
  const coordinateWidth = Math.ceil(points.dimensions / 4) * 4;
  const width = codeWidth(points.dimensions);
  const sizes = [count * coordinateWidth * 8, (count + PADDING) * width * 2, (count + PADDING) * 4];
  const { offsets, end } = layOutRegions(0, sizes);
  const [coordinates, codes, lengths] = offsets as [number, number, number];
  return { count, coordinates, coordinateWidth, codes, codeWidth: width, lengths, end };
}

function load(points: Points, { kernel, memory, layout }: Loaded): void {
  const { data, dimensions } = points;
  const { count, coordinateWidth, codeWidth: width } = layout;
  const coordinates = new Float64Array(memory.buffer, layout.coordinates, count * coordinateWidth);
  const codes = new Int16Array(memory.buffer, layout.codes, count * width);
  const median = sampleMedian(points);
  const centered = new Float64Array(dimensions);
  const exactLengths = new Float64Array(count);
  for (let point = 0; point < count; point++) {
    const row = data.subarray(point * dimensions, (point + 1) * dimensions);
    coordinates.set(row, point * coordinateWidth);
    for (let i = 0; i < dimensions; i++) centered[i] = (row[i] as number) - (median[i] as number);
    exactLengths[point] = encode(centered, codes.subarray(point * width, (point + 1) * width));
  }
  // Lengths are relative to the longest, so that their squares fit into f32.
  const unit = exactLengths.reduce((longest, length) => Math.max(longest, length), 0) || 1;
  const lengths = new Float32Array(memory.buffer, layout.lengths, count);
  for (let point = 0; point < count; point++) lengths[point] = (exactLengths[point] as number) / unit;
  kernel.usePoints(
    count,
    layout.coordinates,
    coordinateWidth * 8,
    layout.codes,
    width * 2,
    layout.lengths,
    1 / (unit * unit),
    PRODUCT_SCALE,
    productSlack(dimensions),
  );
}

function findNeighbors({ kernel, memory, layout }: Loaded, k: number, onStep: OnStep): Neighbors {
  const { count } = layout;
  const { offsets, end } = layOutRegions(layout.end, [count * k * 8, count * k * 4, (count + PADDING) * 4]);
  const [heapsAt, othersAt, reachesAt] = offsets as [number, number, number];
  growTo(memory, end);
  const distances = new Float64Array(memory.buffer, heapsAt, count * k).fill(Number.POSITIVE_INFINITY);
  const indexes = new Int32Array(memory.buffer, othersAt, count * k).fill(count);
  new Float32Array(memory.buffer, reachesAt, count + PADDING).fill(0).fill(Number.POSITIVE_INFINITY, 0, count);
  kernel.useNeighbors(heapsAt, othersAt, k, reachesAt);
  compareAll(kernel, layout, onStep);
  for (let point = 0; point < count; point++) kernel.sortNeighbors(point);
  return { indexes: indexes.slice(), distances: distances.slice() };
}

/** Compares each block of rows with itself and with all earlier rows. */
function compareAll(kernel: SimdKernel, { count, codeWidth: width }: Layout, onStep: OnStep): void {
  const rows = Math.max(4, Math.floor(BLOCK_BYTES / (width * 2) / 4) * 4);
  for (let from = 0; from < count; from += rows) {
    const end = Math.min(from + rows, count);
    for (let first = 0; first < end; first += 2) {
      kernel.comparePair(first, Math.max(from, first - (first % 4)), end);
      if (first % 64 === 0) onStep((from * from + first * (end - from) * 2) / (count * count + rows * count));
    }
  }
}

function growTree({ kernel, memory, layout }: Loaded, cores: Float64Array): GrowingTree {
  const { count } = layout;
  const regions = [8, 8, 8, 8, 4, 4, 4].map((bytes) => (count + PADDING) * bytes);
  const { offsets, end } = layOutRegions(layout.end, regions);
  const [coresAt, gapsAt, endsAt, spansAt, sourcesAt, outsideAt, candidatesAt] = offsets as SevenOffsets;
  growTo(memory, end);
  new Float64Array(memory.buffer, coresAt, count).set(cores);
  const [gaps, ends, spans] = [gapsAt, endsAt, spansAt].map((offset) =>
    new Float64Array(memory.buffer, offset, count).fill(Number.POSITIVE_INFINITY),
  ) as [Float64Array, Float64Array, Float64Array];
  const sources = new Int32Array(memory.buffer, sourcesAt, count).fill(0);
  const outside = new Int32Array(memory.buffer, outsideAt, count);
  for (let point = 0; point < count; point++) outside[point] = point;
  kernel.useTree(count, coresAt, gapsAt, endsAt, spansAt, sourcesAt, outsideAt, candidatesAt);
  return {
    take: (point) => kernel.takeIntoTree(point),
    edgeTo: (point) => ({
      from: sources[point] as number,
      to: point,
      length: gaps[point] as number,
      end: ends[point] as number,
      span: spans[point] as number,
    }),
  };
}

type SevenOffsets = [number, number, number, number, number, number, number];

/**
 * The median of each coordinate, from a sample. Unlike the mean it is not moved by a few very distant points, which would
 * make every code coarse.
 */
function sampleMedian(points: Points): Float64Array {
  const { data, dimensions } = points;
  const count = getCount(points);
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
