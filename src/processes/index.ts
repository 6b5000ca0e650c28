export { childEnvironment } from './child-environment.js';
export type { ChildFailure, ChildOutput, ChildRequest } from './child-request.js';
export { findExecutable } from './find-executable.js';
export { endChildrenOf } from './process-group.js';
export { runChild } from './run-child.js';
