import { nearestName } from '../kernel/nearest-name.js';
import { UserError } from '../kernel/user-error.js';
import type { ClusterPoints, ClusterRequest, SemanticsOptions } from './semantics.js';

// The library is also used without types, where an ignored typo in a field would silently change a result.

export function checkSemanticsOptions(options: SemanticsOptions): void {
  checkFields('createSemantics', options, SEMANTICS_FIELDS);
  const { embedding = 'auto', workers = 'auto' } = options;
  if (!EMBEDDINGS.includes(embedding)) wrong('embedding', embedding, `one of ${EMBEDDINGS.join(', ')}`);
  if (workers !== 'auto') checkWhole('workers', workers, 1);
}

export function checkTexts(texts: readonly string[]): void {
  if (!Array.isArray(texts)) wrong('texts', texts, 'an array of strings');
  const odd = texts.findIndex((text) => typeof text !== 'string');
  if (odd >= 0) wrong(`text ${odd + 1}`, texts[odd], 'a string');
}

/** Checks that do not read every number. */
export function checkClusterPoints(points: ClusterPoints): void {
  checkFields('points', points, POINT_FIELDS);
  const { data, dimensions } = points;
  if (!(data instanceof Float32Array || data instanceof Float64Array)) {
    wrong('data', data, 'a Float32Array or a Float64Array, the points one after the other');
  }
  checkWhole('dimensions', dimensions, 1);
  if (data.length % dimensions !== 0) {
    wrong('the length of data', data.length, `a multiple of dimensions, which is ${dimensions}`);
  }
}

export function checkClusterRequest(request: ClusterRequest): void {
  checkFields('the options of cluster', request, CLUSTER_FIELDS);
  checkWhole('minClusterSize', request.minClusterSize, 2);
  if (request.minSamples !== undefined) checkWhole('minSamples', request.minSamples, 1);
}

const EMBEDDINGS: readonly NonNullable<SemanticsOptions['embedding']>[] = [
  'auto',
  'builtin',
  'ollama',
  'transformers',
  'none',
];

type FieldsOf<Shape> = Readonly<Record<keyof Shape, true>>;

const SEMANTICS_FIELDS: FieldsOf<SemanticsOptions> = {
  embedding: true,
  ollama: true,
  transformers: true,
  workers: true,
  signal: true,
};

const POINT_FIELDS: FieldsOf<ClusterPoints> = { data: true, dimensions: true };

const CLUSTER_FIELDS: FieldsOf<ClusterRequest> = {
  minClusterSize: true,
  minSamples: true,
  method: true,
  allowSingleCluster: true,
  splitsLarge: true,
  movesData: true,
  signal: true,
  onProgress: true,
};

function checkFields(name: string, given: object, known: Readonly<Record<string, true>>): void {
  if (typeof given !== 'object' || given === null) wrong(name, given, 'an object');
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(known, field));
  if (unknown === undefined) return;
  const meant = nearestName(unknown, Object.keys(known));
  const fix = meant === undefined ? `known fields are ${Object.keys(known).join(', ')}` : `did you mean "${meant}"?`;
  throw new UserError('validation_error', `${name} has no field "${unknown}"; ${fix}`);
}

function checkWhole(name: string, value: number, min: number): void {
  if (!Number.isInteger(value) || value < min) wrong(name, value, `a whole number of at least ${min}`);
}

function wrong(name: string, value: unknown, right: string): never {
  throw new UserError('validation_error', `${name} is ${shown(value)}; it must be ${right}`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (typeof value === 'object' && value !== null) return value.constructor?.name ?? 'an object';
  return String(value);
}
