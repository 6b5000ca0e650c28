export type { ChildFailure, ChildOutput, ChildRequest } from './child-request.js';
export { childEnvironment, findExecutable } from './prepare-child.js';
export { endChildrenOf } from './process-group.js';
export { runChild } from './run-child.js';
