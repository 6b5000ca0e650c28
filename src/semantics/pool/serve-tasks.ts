import { buffersOf, type TaskMessage, type WorkerMessage } from './messages.js';
import type { OnTaskProgress, TaskTable } from './tasks.js';

export type TaskRunners<Tasks extends TaskTable> = {
  readonly [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
    onProgress: OnTaskProgress,
  ) => Tasks[Name]['output'] | Promise<Tasks[Name]['output']>;
};

/** What a worker exports: runs a task and answers on its port. An error of the task is an answer, not a crash. */
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
      answer({ kind: 'finished', output }, buffersOf(output));
    } catch (error) {
      answer({ kind: 'failed', error });
    }
  };
}
