import { describeDiskError } from '../../kernel/disk-error.js';
import { UserError } from '../../kernel/user-error.js';

/** One change that `init` shows and then applies. */
export interface Step {
  /** What is changed. */
  readonly title: string;
  /** The change itself, line by line. */
  readonly lines: readonly string[];
  apply(): Promise<void>;
}

/** Rejects with a `UserError` if the disk does not let us write. */
export async function applyStep(step: Step): Promise<void> {
  try {
    await step.apply();
  } catch (error) {
    const fix = describeDiskError(error);
    if (fix === undefined) throw error;
    throw new UserError('conflict', `not done: ${step.title} (${fix}), then run it again`);
  }
}
