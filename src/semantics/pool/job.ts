import type { OnTaskProgress } from './tasks.js';

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnTaskProgress | undefined;
}

/** A waiting or running task. It ends once; later results are ignored. */
export interface Job {
  readonly name: string;
  readonly input: object;
  readonly promise: Promise<never>;
  /** Aborted when the job is cancelled: its thread is stopped, if it has one. */
  readonly signal: AbortSignal;
  hasStarted: boolean;
  report(done: number): void;
  finish(output: object): void;
  reject(reason: unknown): void;
  cancel(reason: unknown): void;
}

export function createJob(name: string, input: object, { signal, onProgress }: RunOptions): Job {
  const stop = new AbortController();
  let settle: { resolve: (output: never) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<never>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const onAbort = () => job.cancel(signal?.reason);
  const leave = () => signal?.removeEventListener('abort', onAbort);
  signal?.addEventListener('abort', onAbort, { once: true });
  const job: Job = {
    name,
    input,
    promise,
    signal: stop.signal,
    hasStarted: false,
    // A listener that throws ends its own job, not the process.
    report: (done) => {
      try {
        onProgress?.(done);
      } catch (error) {
        job.cancel(error);
      }
    },
    finish: (output) => {
      leave();
      settle?.resolve(output as never);
    },
    reject: (reason) => {
      leave();
      settle?.reject(reason);
    },
    cancel: (reason) => {
      job.reject(reason);
      stop.abort(reason);
    },
  };
  return job;
}
