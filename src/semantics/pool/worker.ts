// The program of a worker thread. It only imports semantics, so that it starts fast.
import { createTaskRunners } from './run-tasks.js';
import { serveTasks } from './serve-tasks.js';

export default serveTasks(createTaskRunners());
