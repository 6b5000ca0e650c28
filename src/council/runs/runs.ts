import { UserError } from '../../kernel/user-error.js';
import type { TextRedactor } from '../redact.js';
import type { CouncilSettings } from '../settings.js';
import { type Replay, replayRecord } from './replay/replay-record.js';
import type { RecordedCall, RunRecord } from './store/run-record.js';
import type { ListOptions, RunEntry, RunStore } from './store/run-store.js';

/** What people do with recorded deliberations. Ids may be given by their beginning, or as `last`. */
export interface Runs {
  /** Latest first. */
  list(options?: ListOptions): Promise<readonly RunEntry[]>;
  /** What it is called; also of a record that cannot be read. */
  find(id: string): Promise<{ readonly id: string; readonly question: string }>;
  /** Without what was asked in its calls. */
  show(id: string): Promise<RunRecord>;
  /** What was asked in each of its calls, in their order. */
  prompts(record: RunRecord): Promise<readonly string[]>;
  /** Removes one for good; the transcript and the decision stay. Its full id. */
  delete(id: string): Promise<string>;
  prune(before: Date): Promise<number>;
  replay(id: string): Promise<Replay>;
  /** What is wrong inside the file, in words, and how large it is. Reads everything. */
  health(): Promise<{ readonly problems: readonly string[]; readonly bytes: number }>;
}

/** The settings stand for those that a record of an earlier version lacks. */
export function createRuns(store: RunStore, redactor: TextRedactor, settings: CouncilSettings): Runs {
  const show = async (id: string) => store.read(await store.resolve(id));
  const promptOf = ({ sitting }: RunRecord, call: RecordedCall) => store.prompt(sitting.deliberationId, call);
  return {
    list: (options) => store.list(options),
    show,
    async prompts(record) {
      const prompts: string[] = [];
      // One at a time: together they may be many megabytes of work.
      for (const call of record.calls) prompts.push(await promptOf(record, call));
      return prompts;
    },
    async find(id) {
      const found = await store.resolve(id);
      return { id: found, question: await store.questionOf(found) };
    },
    async delete(id) {
      const found = await store.resolve(id);
      await store.delete(found);
      return found;
    },
    prune: (before) => store.prune(before),
    health: async () => ({ problems: await store.check(), bytes: await store.bytes() }),
    async replay(id) {
      const record = await show(id);
      if (record.status !== 'running')
        return replayRecord(record, (call) => promptOf(record, call), redactor, settings);
      const { deliberationId } = record.sitting;
      throw new UserError(
        'conflict',
        `deliberation ${deliberationId} is still running in process ${record.owner?.pid ?? '?'}; replay it when it has come to its end`,
      );
    },
  };
}
