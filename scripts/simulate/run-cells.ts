import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type CellReport, type CellRequest, runCell } from './run-cell.js';

export interface CellsOptions {
  /** Cells at a time, each in a thread. */
  readonly jobs: number;
  /** The bundle that a thread starts. */
  readonly program: string;
  readonly onCell: (report: CellReport) => void;
}

/** Reports in the order of the requests. A cell that fails ends the run. */
export async function runCells(requests: readonly CellRequest[], options: CellsOptions): Promise<CellReport[]> {
  const reports: CellReport[] = [];
  const queue = [...requests.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, request] = next;
      const report = options.jobs === 1 ? await runCell(request) : await runInThread(request, options.program);
      reports[index] = report;
      options.onCell(report);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return reports;
}

function runInThread(request: CellRequest, program: string): Promise<CellReport> {
  const thread = new Worker(program, { workerData: request });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error(`the thread of "${request.name}" ended without a report`)));
  });
}

/** True in a thread that `runCells` started; the thread then runs its cell and ends. */
export function isCellThread(): boolean {
  return !isMainThread;
}

export async function runCellOfThread(): Promise<void> {
  parentPort?.postMessage(await runCell(workerData as CellRequest));
  process.exit();
}
