import { printJson } from '../decisions/page.js';
import { EXIT } from '../fault.js';
import type { CommandLinePorts } from '../ports.js';
import { paintFor } from '../text/paint.js';
import { checkGridOptions, readCell, type SimulateOptions } from './read-options.js';
import { countOf, describeCell, judgedRows, renderCell } from './render-cell.js';
import { isRed, redCells, renderGrid } from './render-grid.js';
import type { SimulationPorts, Target } from './simulation.js';

type Ports = CommandLinePorts & SimulationPorts;

export async function simulate(options: SimulateOptions, ports: Ports): Promise<number> {
  const interruption = new AbortController();
  const stopListening = ports.onInterrupt(() => interruption.abort(new Error('interrupted')));
  try {
    const isGrid = options.grid === true;
    return await (isGrid ? simulateGrid : simulateCell)(options, interruption.signal, ports);
  } finally {
    stopListening();
  }
}

async function simulateCell(options: SimulateOptions, signal: AbortSignal, ports: Ports): Promise<number> {
  const request = { cell: readCell(options), ...readRun(options) };
  const progress = { done: 0 };
  // A count that is drawn over and over is of use to a person only.
  const stopTelling = ports.stderr.isTerminal
    ? ports.everySecond(() => ports.stderr.write(`\r${progress.done} of ${countOf(request.questions, 'question')}`))
    : () => undefined;
  try {
    const simulation = await ports.openSimulation();
    const report = await simulation.runCell(request, {
      signal,
      onProgress: (done) => {
        progress.done = done;
      },
    });
    stopTelling();
    if (ports.stderr.isTerminal) ports.stderr.write('\r\u001b[K');
    if (options.json === true) printJson(report, ports);
    else ports.stdout.write(renderCell(report, paintFor(ports.stdout, ports.environment)));
    return isRed(report) ? exitOfRed(options) : EXIT.done;
  } catch (error) {
    stopTelling();
    if (!signal.aborted) throw error;
    ports.stderr.write(
      `witan: cancelled after ${progress.done} of ${countOf(request.questions, 'question')}; nothing is kept\n`,
    );
    return EXIT.failed;
  }
}

async function simulateGrid(options: SimulateOptions, signal: AbortSignal, ports: Ports): Promise<number> {
  const { jobs } = checkGridOptions(options);
  const simulation = await ports.openSimulation();
  const report = await simulation.runGrid(
    { ...readRun(options), jobs },
    {
      signal,
      onCell: (report, done, all) => {
        const outcomes = judgedRows(report).map(({ name, targets }) => `${name} ${outcomeOf(targets)}`);
        ports.stderr.write(
          `${String(done).padStart(String(all).length)}/${all} ${describeCell(report.cell)}: ${outcomes.join('; ')}\n`,
        );
      },
    },
  );
  if (options.json === true) printJson(report, ports);
  else ports.stdout.write(renderGrid(report, paintFor(ports.stdout, ports.environment)));
  if (report.cancelled) {
    const { cells, cells_in_grid: all } = report;
    ports.stderr.write(`witan: cancelled after ${cells.length} of ${all} cells; the figures are of those\n`);
  }
  if (report.cancelled) return EXIT.failed;
  return redCells(report).length > 0 ? exitOfRed(options) : EXIT.done;
}

function outcomeOf(targets: readonly Target[]): string {
  const red = targets.filter(({ state }) => state !== 'met').map(({ name, state }) => `${state}: ${name}`);
  return red.length === 0 ? 'met' : red.join(', ');
}

function exitOfRed({ exitZero = false }: SimulateOptions): number {
  return exitZero ? EXIT.done : EXIT.failed;
}

function readRun({ questions = 2000, seed = 1, rounds }: SimulateOptions) {
  return { questions, seed, rounds };
}
