import type { Clock } from '../../kernel/clock.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { projectFile } from '../project-file.js';
import { type Layout, type Position, readLayout, writeLayout } from './layout-file.js';

/** Where the points of maps are. Very many points are laid out in the background. */
export interface PointLayouts {
  /** The last known positions; `computing` says that others follow. Points may be missing, and others may be gone. */
  of(name: string, source: PointSource): Promise<PointLayout>;
}

interface PointSource {
  /** Of the points that should be on the map. */
  readonly ids: readonly string[];
  /** Called only if some of them have no position yet. Those without a vector stay off the map. */
  vectors(): Promise<PointVectors>;
}

interface PointVectors {
  readonly ids: readonly string[];
  /** One after the other; the caller gives them away. */
  readonly data: Float32Array;
  readonly dimensions: number;
  /** The model that made them: the map of another one says nothing about these. */
  readonly backend: string;
}

interface PointLayout {
  readonly positions: ReadonlyMap<string, Position>;
  readonly computing: boolean;
}

export interface PointLayoutsOptions {
  /** Where layouts are kept until the next start. */
  readonly folder: string;
  readonly projectFolder: string;
  readonly clock: Clock;
  readonly layOut: LayOut;
  /** Logs that a layout could not be kept. */
  readonly report: (error: unknown) => void;
}

type LayOut = (
  points: { readonly data: Float32Array; readonly dimensions: number },
  options: { readonly known: Float32Array; readonly renew: boolean; readonly seed: number },
) => Promise<Float32Array>;

export function createPointLayouts(options: PointLayoutsOptions): PointLayouts {
  const { folder, projectFolder, clock } = options;
  const maps = new Map<string, MapState>();

  function open(name: string): MapState {
    const file = projectFile(folder, `map-${name}`, projectFolder);
    const state = maps.get(name) ?? { file, layout: readLayout(file), absent: new Set(), askAgainAt: 0 };
    maps.set(name, state);
    return state;
  }

  return {
    async of(name, source) {
      const state = open(name);
      throwFailure(state);
      if (isIncomplete(state, source.ids, clock.elapsed())) state.running ??= compute(state, source, options);
      const { running } = state;
      // A few new points are placed in an instant, so they are waited for.
      const isDone = running === undefined || (await settleWithin({ maxMs: AT_ONCE_MS }, () => running)).ok;
      throwFailure(state);
      return { positions: state.layout.positions, computing: !isDone };
    },
  };
}

const AT_ONCE_MS = 300;

interface MapState {
  readonly file: string;
  layout: Layout;
  /** Points that have no vector yet. They are looked for again, but not all the time. */
  absent: ReadonlySet<string>;
  askAgainAt: number;
  running?: Promise<void> | undefined;
  /** Of work in the background, for the next caller. */
  failure?: unknown;
}

function throwFailure(state: MapState): void {
  const { failure } = state;
  state.failure = undefined;
  if (failure !== undefined) throw failure;
}

function isIncomplete({ layout, absent, askAgainAt }: MapState, ids: readonly string[], now: number): boolean {
  return ids.some((id) => !layout.positions.has(id) && (!absent.has(id) || now >= askAgainAt));
}

/** Never rejects. */
async function compute(state: MapState, source: PointSource, options: PointLayoutsOptions): Promise<void> {
  try {
    const vectors = await source.vectors();
    state.layout = await renewLayout(state.layout, vectors, options.layOut);
    state.absent = new Set(source.ids.filter((id) => !state.layout.positions.has(id)));
    state.askAgainAt = options.clock.elapsed() + ASK_AGAIN_MS;
    // What cannot be kept is computed again after the next start.
    await writeLayout(state.file, state.layout).catch(options.report);
  } catch (error) {
    state.failure = error;
  } finally {
    state.running = undefined;
  }
}

const ASK_AGAIN_MS = 30_000;

/** New points are placed among the others; where that were too many, all are laid out again. */
async function renewLayout(before: Layout, vectors: PointVectors, layOut: LayOut): Promise<Layout> {
  const { ids, data, dimensions, backend } = vectors;
  const known = new Float32Array(ids.length * 2).fill(Number.NaN);
  for (const [at, id] of ids.entries()) known.set(before.positions.get(id) ?? [], at * 2);
  const placedLater = before.placedLater + ids.filter((id) => !before.positions.has(id)).length;
  const renew = backend !== before.backend || placedLater > before.laidOut * MAX_PLACED_SHARE;
  const laid = await layOut({ data, dimensions }, { known, renew, seed: SEED });
  const positions = ids.map((id, at): [string, Position] => [id, [shorten(laid[at * 2]), shorten(laid[at * 2 + 1])]]);
  const counts = renew ? { laidOut: ids.length, placedLater: 0 } : { laidOut: before.laidOut, placedLater };
  return { backend, ...counts, positions: new Map(positions) };
}

/** To as many digits as a screen can show. */
function shorten(value = 0): number {
  return Math.round(value * 100_000) / 100_000;
}

const MAX_PLACED_SHARE = 0.2;
const SEED = 1;
