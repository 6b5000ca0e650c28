import { availableParallelism } from 'node:os';
import { builtProgram } from '../built-program.js';
import { createJob, type Job, type RunOptions } from './job.js';
import { PoolError } from './pool-error.js';
import type { SemanticTasks, TaskTable } from './tasks.js';
import { openThreads, type Threads } from './threads.js';

export interface PoolOptions {
  /** The maximum number of tasks at a time; a core is left to the event loop. */
  readonly threads?: number;
  /** Names of short tasks, which have their own thread, so that they do not wait for long ones. */
  readonly shortTasks?: readonly string[];
  /** The maximum number of tasks that wait for a thread; short ones are counted apart. */
  readonly queueLimit?: number;
  readonly workerFile?: string;
}

export interface Pool<Tasks extends TaskTable = SemanticTasks> {
  /**
   * Typed arrays among the input's fields are moved to the worker: the caller's are empty afterwards. Rejects with a
   * `PoolError`, with the error of the task, or with the signal's reason when it is cancelled, waiting or running.
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: Tasks[Name]['input'],
    options?: RunOptions,
  ): Promise<Tasks[Name]['output']>;
  /** True if a task was ever added; without one no thread exists. */
  readonly isStarted: boolean;
  /** Ends running and waiting tasks, then the threads. Closing again does nothing. */
  close(): Promise<void>;
}

/**
 * Runs tasks in worker threads. It has its own queue, because Piscina's limit ignores tasks that can be cancelled, and
 * Piscina may leave tasks waiting after their thread has died.
 */
export function createPool<Tasks extends TaskTable = SemanticTasks>(options: PoolOptions = {}): Pool<Tasks> {
  const { threads: max = defaultThreads(), shortTasks = [], queueLimit = 256 } = options;
  const longLane: Lane = { max, waiting: [], running: new Set() };
  const shortLane: Lane = { max: 1, waiting: [], running: new Set() };
  const lanes = shortTasks.length === 0 ? [longLane] : [longLane, shortLane];
  let threads: Promise<Threads> | undefined;
  let closing: Promise<void> | undefined;

  const open = async () => {
    const maxThreads = lanes.reduce((sum, lane) => sum + lane.max, 0);
    return openThreads(options.workerFile ?? builtProgram('semantics-worker.js'), maxThreads, () =>
      failUnstarted(lanes),
    );
  };
  const startNext = (lane: Lane): void => {
    while (lane.running.size < lane.max && lane.waiting.length > 0) {
      const job = lane.waiting.shift();
      if (job === undefined || job.signal.aborted) continue;
      lane.running.add(job);
      threads ??= open();
      void work(job, threads).finally(() => {
        lane.running.delete(job);
        startNext(lane);
      });
    }
  };

  const closed = () => new PoolError('closed', 'the worker pool is closed');

  return {
    get isStarted() {
      return threads !== undefined;
    },
    run: async (name, input, runOptions = {}) => {
      runOptions.signal?.throwIfAborted();
      if (closing !== undefined) throw closed();
      const lane = shortTasks.includes(name) ? shortLane : longLane;
      const { waiting } = lane;
      if (waiting.length >= queueLimit) {
        throw new PoolError('queue_full', `${waiting.length} tasks are waiting already; try again when some are done`);
      }
      const job = createJob(name, input, runOptions);
      job.signal.addEventListener('abort', () => forget(waiting, job), { once: true });
      waiting.push(job);
      startNext(lane);
      return job.promise;
    },
    close: () => {
      closing ??= end(lanes, threads, closed);
      return closing;
    },
  };
}

/** Tasks of one kind: those that wait, those that run, and how many may run at a time. */
interface Lane {
  readonly max: number;
  readonly waiting: Job[];
  readonly running: Set<Job>;
}

async function end(
  lanes: readonly Lane[],
  threads: Promise<Threads> | undefined,
  closed: () => PoolError,
): Promise<void> {
  for (const job of lanes.flatMap(({ waiting }) => waiting)) job.cancel(closed());
  const opened = await threads?.catch(() => undefined);
  // Not cancelled, because closing waits for every thread that still has work.
  for (const job of lanes.flatMap(({ running }) => [...running])) job.reject(closed());
  await opened?.close();
}

function defaultThreads(): number {
  return Math.max(1, Math.min(4, availableParallelism() - 1));
}

async function work(job: Job, threads: Promise<Threads>): Promise<void> {
  try {
    await (await threads).run(job);
  } catch (error) {
    job.reject(error);
  }
}

function forget(waiting: Job[], job: Job): void {
  const index = waiting.indexOf(job);
  if (index >= 0) waiting.splice(index, 1);
}

/** A thread that dies before its task has started leaves the task waiting forever. */
function failUnstarted(lanes: readonly Lane[]): void {
  for (const job of lanes.flatMap(({ running }) => [...running])) {
    if (!job.hasStarted) job.cancel(new PoolError('worker_crashed', 'a worker thread cannot start'));
  }
}
