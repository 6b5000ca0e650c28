import type { TextRedactor } from '../redact.js';
import { type Replay, replayRecord } from './replay/replay-record.js';
import type { RunRecord } from './store/run-record.js';
import type { ListOptions, RunEntry, RunStore } from './store/run-store.js';

/** What people do with recorded deliberations. Ids may be given by their beginning, or as `last`. */
export interface Runs {
  /** Latest first. */
  list(options?: ListOptions): Promise<readonly RunEntry[]>;
  show(id: string): Promise<RunRecord>;
  /** Removes one for good; the transcript and the decision stay. Its full id. */
  delete(id: string): Promise<string>;
  prune(before: Date): Promise<number>;
  replay(id: string): Promise<Replay>;
}

export function createRuns(store: RunStore, redactor: TextRedactor): Runs {
  const show = async (id: string) => store.read(await store.resolve(id));
  return {
    list: (options) => store.list(options),
    show,
    async delete(id) {
      const found = await store.resolve(id);
      await store.delete(found);
      return found;
    },
    prune: (before) => store.prune(before),
    replay: async (id) => replayRecord(await show(id), redactor),
  };
}
