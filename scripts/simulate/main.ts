import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UserError } from '../../src/kernel/user-error.js';
import { DEFAULT_CELL, describeCell, gridCells, invalid, type NamedCell, situations } from './cell.js';
import { redTargets, renderCell, renderCells } from './render.js';
import type { CellReport } from './run-cell.js';
import { isCellThread, runCellOfThread, runCells } from './run-cells.js';

const HELP = `Runs the engine against scripted models on questions with known answers.
No model is called and nothing is stored.

  npm run simulate                         one cell
  npm run simulate -- --table              the situations of docs/council.md, about two minutes
  npm run simulate -- --grid               192 cells with 2,000 questions each, more than an hour

A cell:
  --models <n>          participants (3)
  --accuracy <share>    how often each is right on its own, or "mixed" (0.7)
  --conformity <share>  how likely it is to give in to a majority (0.3)
  --correction <share>  how likely an answer for the right option is to convince it (0)
  --overconfident       its stated confidence is always high, right or wrong
  --failures <share>    the share of calls that fail (0)

A run:
  --questions <n>       questions in each cell (500; with --grid 2000)
  --seed <n>            other questions (1)
  --rounds <n>          the limit on the engine's rounds
  --jobs <n>            cells at a time (one less than there are cores)
  --exit-zero           exit 0 even if a target is missed or unclear
  --json                print JSON only

Exit code: 1 if a target is missed or unclear (always with fewer than 200 questions), 2 for wrong usage.
`;

const OPTIONS = {
  models: { type: 'string' },
  accuracy: { type: 'string' },
  conformity: { type: 'string' },
  correction: { type: 'string' },
  overconfident: { type: 'boolean' },
  failures: { type: 'string' },
  table: { type: 'boolean' },
  grid: { type: 'boolean' },
  questions: { type: 'string' },
  seed: { type: 'string' },
  rounds: { type: 'string' },
  jobs: { type: 'string' },
  'exit-zero': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof readArguments>;

async function main(): Promise<number> {
  const values = readArguments();
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const reports = await runAll(values);
  process.stdout.write(render(reports, values));
  const isRed = reports.some((report) => redTargets(report).length > 0);
  return isRed && values['exit-zero'] !== true ? 1 : 0;
}

function runAll(values: Values): Promise<CellReport[]> {
  const cells = chooseCells(values);
  const questions = readNumber('questions', values) ?? (values.grid === true ? 2_000 : 500);
  const seed = readNumber('seed', values) ?? 1;
  const rounds = readNumber('rounds', values);
  const jobs = readNumber('jobs', values) ?? Math.max(1, availableParallelism() - 1);
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 64) throw invalid('jobs', jobs, 'a whole number from 1 to 64');
  let done = 0;
  return runCells(
    // Different questions in each cell: with the same ones, one lucky draw would look like a pattern.
    cells.map((cell, index) => ({ ...cell, questions, rounds, seed: cells.length === 1 ? seed : seed * 1000 + index })),
    {
      jobs: Math.min(jobs, cells.length),
      program: fileURLToPath(import.meta.url),
      onCell: ({ name }) => {
        if (cells.length > 1) process.stderr.write(`${++done}/${cells.length} ${name}\n`);
      },
    },
  );
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new UserError('validation_error', error instanceof Error ? error.message : String(error));
  }
}

function chooseCells(values: Values): NamedCell[] {
  const cellOption = (['models', 'accuracy', 'conformity', 'correction', 'overconfident', 'failures'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (values.grid === true || values.table === true) {
    if (cellOption !== undefined) throw invalid(cellOption, 'with --grid or --table', 'it for one cell only');
    return values.grid === true ? gridCells() : situations();
  }
  const cell = {
    models: readNumber('models', values) ?? DEFAULT_CELL.models,
    accuracy: values.accuracy === 'mixed' ? ('mixed' as const) : (readNumber('accuracy', values) ?? 0.7),
    conformity: readNumber('conformity', values) ?? DEFAULT_CELL.conformity,
    correction: readNumber('correction', values) ?? DEFAULT_CELL.correction,
    calibrated: values.overconfident !== true,
    failures: readNumber('failures', values) ?? DEFAULT_CELL.failures,
  };
  return [{ name: describeCell(cell), cell }];
}

type NumberName =
  | 'models'
  | 'accuracy'
  | 'conformity'
  | 'correction'
  | 'failures'
  | 'questions'
  | 'seed'
  | 'rounds'
  | 'jobs';

function readNumber(name: NumberName, values: Values): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw invalid(name, `"${text}"`, 'a number');
  return value;
}

function render(reports: readonly CellReport[], { json, grid, table }: Values): string {
  if (json === true) return `${JSON.stringify(grid === true || table === true ? reports : reports[0], null, 2)}\n`;
  const [only] = reports;
  return reports.length === 1 && only !== undefined ? renderCell(only) : renderCells(reports);
}

if (isCellThread()) {
  await runCellOfThread();
} else {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`simulate: ${error.message}\n`);
    process.exitCode = 2;
  }
  // Threads that compare texts would keep the process alive.
  process.stdout.write('', () => process.exit());
}
