import { MessageChannel } from 'node:worker_threads';
import { errorMessage } from '../../kernel/error-code.js';
import type { Job } from './job.js';
import { PoolError } from './pool-error.js';
import { getBuffers, type TaskMessage, type WorkerMessage } from './serve-tasks.js';

export interface Threads {
  /** Resolves when the job has ended, one way or the other. */
  run(job: Job): Promise<void>;
  close(): Promise<void>;
}

/** Threads that start when there is work and end when they are idle. */
export async function openThreads(file: string, max: number, onIdleCrash: () => void): Promise<Threads> {
  const { Piscina } = await import('piscina');
  const piscina = new Piscina({
    filename: file,
    minThreads: 0,
    maxThreads: max,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    // A worker needs none of this process's secrets and loaders.
    env: {},
    execArgv: [],
  });
  // A thread died without a task, usually because it could not load its program.
  piscina.on('error', onIdleCrash);
  return {
    run: async (job) => {
      const { port1: here, port2: there } = new MessageChannel();
      const answered = listen(here, job);
      const message: TaskMessage = { name: job.name, input: job.input, port: there };
      try {
        await piscina.run(message, { signal: job.signal, transferList: [there, ...getBuffers(job.input)] });
        await answered;
      } catch (error) {
        job.reject(
          new PoolError('worker_crashed', `the worker thread of "${job.name}" has died: ${errorMessage(error)}`, error),
        );
      } finally {
        here.close();
      }
    },
    close: () => piscina.destroy(),
  };
}

const IDLE_MS = 30_000;

function listen(port: MessageChannel['port1'], job: Job): Promise<void> {
  return new Promise((resolve) => {
    port.on('message', (message: WorkerMessage) => {
      switch (message.kind) {
        case 'started':
          job.hasStarted = true;
          break;
        case 'progress':
          job.report(message.done);
          break;
        case 'finished':
          job.finish(message.output);
          resolve();
          break;
        case 'failed':
          job.reject(message.error);
          resolve();
          break;
      }
    });
  });
}
