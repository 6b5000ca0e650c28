import type { CellReport, Target, TargetState } from './cell-report.js';

/** In how many cells each target is met, unclear and missed; a target that a cell does not ask for is in none. */
export type TargetCounts = Readonly<Partial<Record<Target['name'], Readonly<Record<TargetState, number>>>>>;

export interface GridSummary {
  readonly engine: TargetCounts;
  readonly challenge: TargetCounts;
}

export function summarizeGrid(cells: readonly CellReport[]): GridSummary {
  return {
    engine: countTargets(cells.map(({ targets }) => targets)),
    challenge: countTargets(cells.map(({ challenge }) => challenge.targets)),
  };
}

function countTargets(cells: readonly (readonly Target[])[]): TargetCounts {
  const counts = new Map<Target['name'], Record<TargetState, number>>();
  for (const { name, state } of cells.flat()) {
    const count = counts.get(name) ?? { met: 0, unclear: 0, missed: 0 };
    count[state]++;
    counts.set(name, count);
  }
  return Object.fromEntries(counts);
}
