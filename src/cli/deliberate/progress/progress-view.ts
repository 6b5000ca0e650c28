import type { ProgressEvent } from '../../../council/index.js';

/** Shows a running deliberation. */
export interface ProgressView {
  show(event: ProgressEvent): void;
  /** Leaves the cursor at the start of a fresh line and stops every clock; safe to call twice. */
  close(): void;
}

/** For machine output: only the result is wanted. */
export const noProgress: ProgressView = { show: () => undefined, close: () => undefined };
