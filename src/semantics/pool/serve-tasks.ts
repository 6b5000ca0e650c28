import type { MessagePort } from 'node:worker_threads';
import type { OnTaskProgress, TaskTable } from './tasks.js';

export type TaskRunners<Tasks extends TaskTable> = {
  readonly [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
    onProgress: OnTaskProgress,
  ) => Tasks[Name]['output'] | Promise<Tasks[Name]['output']>;
};

/** Exported by a worker: runs a task and answers on its port. An error of the task is an answer, not a crash. */
export function serveTasks<Tasks extends TaskTable>(
  runners: TaskRunners<Tasks>,
): (message: TaskMessage) => Promise<void> {
  return async ({ name, input, port }) => {
    const answer = (message: WorkerMessage, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
    answer({ kind: 'started' });
    try {
      const runner = runners[name];
      if (runner === undefined) throw new RangeError(`no task is called ${name}`);
      const output = await runner(input, (done) => answer({ kind: 'progress', done }));
      answer({ kind: 'finished', output }, getBuffers(output));
    } catch (error) {
      answer({ kind: 'failed', error });
    }
  };
}

/** The input of a worker. It answers on the port, where arrays can be moved, unlike in a return value. */
export interface TaskMessage {
  readonly name: string;
  readonly input: object;
  readonly port: MessagePort;
}

export type WorkerMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'finished'; readonly output: object }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The buffers of the typed arrays among the fields, to be moved instead of copied. */
export function getBuffers(fields: object): ArrayBuffer[] {
  const buffers = Object.values(fields).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
  return [...new Set(buffers)];
}
