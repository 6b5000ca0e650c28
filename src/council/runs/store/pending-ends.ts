import { RunLost } from './run-writer.js';

/**
 * The ends of runs of this process that could not be stored yet. Such a run looks as if it were still under way: whoever
 * wants to go on with it, or closes the file, has its end stored first.
 */
export interface PendingEnds {
  /** Stores an end, and remembers it as long as that fails. */
  store<Value>(id: string, work: () => Promise<Value>): Promise<Value>;
  /** Tries once more. Never rejects: what is in the way shows in what is done next. */
  settle(id: string): Promise<void>;
  settleAll(): Promise<void>;
}

export function createPendingEnds(): PendingEnds {
  const pending = new Map<string, () => Promise<unknown>>();

  async function store<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
    try {
      const stored = await work();
      pending.delete(id);
      return stored;
    } catch (error) {
      // Another process goes on with it, and will write an end of its own.
      if (error instanceof RunLost) pending.delete(id);
      else pending.set(id, work);
      throw error;
    }
  }

  async function settle(id: string): Promise<void> {
    const work = pending.get(id);
    if (work !== undefined) await store(id, work).catch(() => undefined);
  }

  return {
    store,
    settle,
    async settleAll() {
      await Promise.all([...pending.keys()].map(settle));
    },
  };
}
