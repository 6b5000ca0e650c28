import { gridCells, invalid } from './cell.js';
import type { CellReport } from './cell-report.js';
import type { CellRequest } from './run-cell.js';
import { type GridSummary, summarizeGrid } from './summarize-grid.js';

export interface GridRequest {
  /** In each cell. */
  readonly questions: number;
  readonly seed: number;
  readonly rounds?: number | undefined;
  /** Cells at a time. */
  readonly jobs: number;
}

export interface GridWork {
  readonly signal: AbortSignal;
  /** Where a cell is run: here, or in a process of its own. */
  readonly runCell: (request: CellRequest, signal: AbortSignal) => Promise<CellReport>;
  readonly onCell?: (report: CellReport, done: number, all: number) => void;
}

export interface GridReport {
  readonly questions: number;
  readonly seed: number;
  /** Cells of the whole grid; fewer reports mean that it was cancelled. */
  readonly cells_in_grid: number;
  readonly cancelled: boolean;
  readonly summary: GridSummary;
  /** In the order of the grid. */
  readonly cells: readonly CellReport[];
}

/**
 * Every cell of the grid, some at a time. Cancelling resolves with the cells that were done: an hour's figures are not
 * thrown away. A cell that fails ends the run, because a grid with a hole would pass for a whole one.
 */
export async function runGrid(
  { jobs, ...request }: GridRequest,
  { signal, runCell, onCell }: GridWork,
): Promise<GridReport> {
  const cells = gridCells();
  if (!Number.isSafeInteger(seedOfCell(request.seed, cells.length))) {
    throw invalid(
      'seed',
      request.seed,
      `a whole number up to ${Math.floor(Number.MAX_SAFE_INTEGER / SEEDS_APART) - 1}`,
    );
  }
  const reports = new Map<number, CellReport>();
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  let next = 0;

  const work = async () => {
    while (next < cells.length && !ended.aborted) {
      const index = next++;
      const cell = cells[index];
      if (cell === undefined) return;
      const report = await runCell({ cell, ...request, seed: seedOfCell(request.seed, index) }, ended);
      reports.set(index, report);
      onCell?.(report, reports.size, cells.length);
    }
  };
  const workers = Array.from({ length: Math.min(jobs, cells.length) }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
      if (!signal.aborted) throw error;
    }),
  );
  const outcomes = await Promise.allSettled(workers);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  // The first to fail says why; the others only say that they were stopped.
  if (failure !== undefined) throw failed.signal.reason;
  const done = [...reports].sort(([a], [b]) => a - b).map(([, report]) => report);
  return {
    questions: request.questions,
    seed: request.seed,
    cells_in_grid: cells.length,
    cancelled: signal.aborted,
    summary: summarizeGrid(done),
    cells: done,
  };
}

/**
 * Other questions in every cell: with the same ones, a lucky draw would show in all of them and pass for a pattern. The
 * cell's report names this seed, with which it can be run alone.
 */
function seedOfCell(seed: number, index: number): number {
  return seed * SEEDS_APART + index;
}

const SEEDS_APART = 1000;
