import { settleWithin } from '../../kernel/time-limit.js';
import type { ModelAdapter } from '../../models/index.js';

/** How to log in to a tool that is known to be logged out. Undefined if it can be asked, or does not say in time. */
export async function findLoginHint(adapter: Pick<ModelAdapter, 'login'>): Promise<string | undefined> {
  const checked = await settleWithin({ maxMs: MAX_WAIT_MS }, async (signal) =>
    adapter.login?.(signal).catch(() => undefined),
  );
  return checked.ok && checked.value?.kind === 'logged_out' ? checked.value.remedy : undefined;
}

const MAX_WAIT_MS = 2_000;
