import { tmpdir } from 'node:os';
import path from 'node:path';
import { flagsOf } from '../cli/simulate/read-options.js';
import type { Simulation } from '../cli/simulate/simulation.js';
import { loadSettings } from '../config/index.js';
import type { CouncilSettings } from '../council/index.js';
import type { CellReport } from '../council/simulation/cell-report.js';
import { type CellRequest, runCell } from '../council/simulation/run-cell.js';
import { runGrid } from '../council/simulation/run-grid.js';
import { childEnvironment, LONGEST_TIMER_MS, runChild } from '../processes/index.js';
import { packageFolder } from './package-folder.js';

/** How `witan` is started; each cell of a grid may be a process of its own. */
export interface ProgramCommand {
  readonly command: string;
  /** Before the name of a command. */
  readonly args: readonly string[];
}

/** Simulations with the settings that hold when nobody configures anything, so that figures can be compared. */
export async function openSimulation(program: ProgramCommand = thisProgram()): Promise<Simulation> {
  const settings = await shippedSettings();
  return {
    runCell: (request, work) => runCell(request, { ...work, settings }),
    runGrid: (request, work) =>
      runGrid(request, {
        ...work,
        runCell: (cell, signal) =>
          request.jobs === 1 ? runCell(cell, { settings, signal }) : runApart(cell, signal, program),
      }),
  };
}

function thisProgram(): ProgramCommand {
  return { command: process.execPath, args: [path.join(packageFolder() ?? '.', 'dist', 'witan.cjs')] };
}

/** Of the package alone: no file of a person or a project, no environment. */
async function shippedSettings(): Promise<CouncilSettings> {
  const installed = packageFolder();
  const nowhere = path.join(tmpdir(), 'witan-simulation-has-no-project');
  const { council } = await loadSettings({
    projectFolder: nowhere,
    homeFolder: nowhere,
    environment: {},
    ...(installed === undefined ? {} : { packageFolder: installed }),
  });
  return council;
}

async function runApart(request: CellRequest, signal: AbortSignal, program: ProgramCommand): Promise<CellReport> {
  const { cell, questions, seed, rounds } = request;
  const run = [`--questions=${questions}`, `--seed=${seed}`, ...(rounds === undefined ? [] : [`--rounds=${rounds}`])];
  const ended = await runChild({
    command: program.command,
    args: [...program.args, 'simulate', ...flagsOf(cell), ...run, '--json'],
    env: childEnvironment(process.env),
    cwd: process.cwd(),
    timeoutMs: Math.min(LONGEST_TIMER_MS, START_MS + questions * cell.models * LONGEST_TURN_MS),
    signal,
  });
  signal.throwIfAborted();
  const report = ended.ok ? readReport(ended.value.stdout) : undefined;
  if (report !== undefined) return report;
  const reason = ended.ok ? 'its report cannot be read' : reasonOf(ended.error);
  throw new Error(`a cell could not be simulated in a process of its own: ${reason}`);
}

const START_MS = 60_000;
/** Many times what a model's part in a question takes; beyond that something hangs. */
const LONGEST_TURN_MS = 250;

function reasonOf(failure: { readonly kind: string; readonly output?: { readonly stderr: string } }): string {
  const said = failure.output?.stderr.trim() ?? '';
  return said === '' ? failure.kind : said;
}

function readReport(text: string): CellReport | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isReport = typeof value === 'object' && value !== null && 'methods' in value && 'targets' in value;
    // Written by this very program a moment ago: that it is a report says all there is to know.
    return isReport ? (value as CellReport) : undefined;
  } catch {
    return undefined;
  }
}
