import { RunLost } from './run-writer.js';

/**
 * The ends of runs of this process that could not be stored yet. Such a run looks as if it were still running: the caller that
 * wants to go on with it, or closes the file, has its end stored first.
 */
export interface PendingEnds {
  /**
   * Stores an end, and remembers it as long as that fails. `attempt` says which attempt has ended: a run that was continued in
   * the same process may have several, and none of them speaks for another.
   */
  store<Value>(id: string, work: () => Promise<Value>, attempt?: unknown): Promise<Value>;
  /** Tries once more. Never rejects: what is in the way shows in what is done next. */
  settle(id: string): Promise<void>;
  settleAll(): Promise<void>;
}

export function createPendingEnds(): PendingEnds {
  /** By attempt. */
  const pending = new Map<unknown, { readonly id: string; readonly work: () => Promise<unknown> }>();

  async function store<Value>(id: string, work: () => Promise<Value>, attempt: unknown = work): Promise<Value> {
    try {
      const stored = await work();
      pending.delete(attempt);
      return stored;
    } catch (error) {
      // Another process continues it and will write its own end.
      if (error instanceof RunLost) pending.delete(attempt);
      else pending.set(attempt, { id, work });
      throw error;
    }
  }

  async function settle(isMeant: (id: string) => boolean): Promise<void> {
    const meant = [...pending].filter(([, { id }]) => isMeant(id));
    await Promise.all(meant.map(([attempt, { id, work }]) => store(id, work, attempt).catch(() => undefined)));
  }

  return {
    store,
    settle: (id) => settle((pendingId) => pendingId === id),
    settleAll: () => settle(() => true),
  };
}
