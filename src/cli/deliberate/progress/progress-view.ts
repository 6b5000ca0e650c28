import type { ProgressEvent } from '../../../council/index.js';

/** How a deliberation under way is shown to somebody. */
export interface ProgressView {
  show(event: ProgressEvent): void;
  /** Leaves the cursor at the start of a fresh line and stops every clock; safe to call twice. */
  close(): void;
}

/** For machine output: whoever reads it wants the result and nothing else. */
export const noProgress: ProgressView = { show: () => undefined, close: () => undefined };
