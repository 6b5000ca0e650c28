// A worker thread's program. It reaches nothing but pure semantics: it starts fast and has nothing to leak.
import { createTaskRunners } from './run-tasks.js';
import { serveTasks } from './serve-tasks.js';

export default serveTasks(createTaskRunners());
