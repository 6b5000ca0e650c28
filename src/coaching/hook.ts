/** The coach for hook processes: Node's built-ins only, files of bounded size, and never an exception. */

export { type ActiveCoach, findActiveCoaches, hasCoachFile } from './hooks/active-coaches.js';
export { askCoach, type HookReport } from './hooks/ask-coach.js';
export { findHeldCall, type HeldCall } from './hooks/held-call.js';
