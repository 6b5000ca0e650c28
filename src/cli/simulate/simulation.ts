/** What the command asks of whoever can simulate; `main` fills it. The reports' names are those of the JSON. */
export interface Simulation {
  /** Rejects with a `UserError` for figures that make no sense, and with the signal's reason when it is cancelled. */
  runCell(request: CellRequest, work: CellWork): Promise<CellReport>;
  /** When it is cancelled, it resolves with the cells that were done. */
  runGrid(request: GridRequest, work: GridWork): Promise<GridReport>;
}

/** What the command needs beside the usual ports. */
export interface SimulationPorts {
  openSimulation(): Promise<Simulation>;
}

export interface Cell {
  readonly models: number;
  readonly accuracy: number | 'mixed';
  readonly conformity: number;
  readonly correction: number;
  readonly calibrated: boolean;
  readonly failures: number;
}

export interface CellRequest {
  readonly cell: Cell;
  readonly questions: number;
  readonly seed: number;
  readonly rounds?: number | undefined;
}

export interface CellWork {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export interface GridRequest {
  readonly questions: number;
  readonly seed: number;
  readonly rounds?: number | undefined;
  readonly jobs: number;
}

export interface GridWork {
  readonly signal: AbortSignal;
  readonly onCell?: (report: CellReport, done: number, all: number) => void;
}

export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface MethodFigures {
  readonly accuracy: Estimate;
  readonly wrong_to_right: number;
  readonly right_to_wrong: number;
  readonly conformity_rate: number | null;
  readonly oracle_gap_closed: number | null;
  readonly calls_per_question: number;
}

export interface CellReport {
  readonly cell: Cell;
  readonly questions: number;
  readonly seed: number;
  readonly rounds: number;
  readonly methods: Readonly<Record<MethodName, MethodFigures>>;
  readonly oracle: number;
  readonly engine_minus_majority: Estimate;
  readonly engine_minus_naive: Estimate;
  readonly engine_minus_open_rounds: Estimate;
  readonly calls_against: { readonly three_rounds: number; readonly two_rounds: number };
  readonly targets: readonly Target[];
  /** The same of this engine where it challenges the lead. */
  readonly challenge: {
    readonly rounds: number;
    readonly minus_majority: Estimate;
    readonly minus_naive: Estimate;
    readonly minus_open_rounds: Estimate;
    readonly calls_against: CellReport['calls_against'];
    readonly targets: readonly Target[];
  };
}

export type MethodName = 'single' | 'majority' | 'naive' | 'open_rounds' | 'engine' | 'challenge';

export interface Target {
  readonly name: string;
  readonly state: 'met' | 'unclear' | 'missed';
  readonly text: string;
}

export interface GridReport {
  readonly questions: number;
  readonly seed: number;
  readonly cells_in_grid: number;
  readonly cancelled: boolean;
  /** Of each target, in how many cells it is met, unclear and missed. */
  readonly summary: Readonly<Record<'engine' | 'challenge', TargetCounts>>;
  readonly cells: readonly CellReport[];
}

export type TargetCounts = Readonly<Partial<Record<string, Readonly<Record<Target['state'], number>>>>>;
