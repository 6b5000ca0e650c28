import { UserError } from '../kernel/user-error.js';
import type { TextRedactor } from './contract/council.js';
import type { CouncilSettings } from './contract/settings.js';
import { type Replay, replayRecord } from './replay/replay-record.js';
import { displayFolder, expectInProject, isInProject } from './runs/in-project.js';
import { createRecordReader } from './runs/record-reader.js';
import type { RecordedCall, RunRecord } from './runs/store/run-record.js';
import type { ListOptions, RunEntry, RunStore } from './runs/store/run-store.js';
import { withSavedTranscript } from './transcript/save-transcript.js';

/**
 * What people do with recorded deliberations. Ids may be given by their beginning, or as `last`. A database may have
 * deliberations about other folders; those are only counted, named and deleted, never shown.
 */
export interface Runs {
  list(options?: Omit<ListOptions, 'accepts'>): Promise<RunList>;
  /** What it is called; also of a record that cannot be read. */
  find(id: string): Promise<{ readonly id: string; readonly question: string }>;
  /** Without what was asked in its calls. */
  show(id: string): Promise<RunRecord>;
  /** What was asked in each of its calls, in their order. */
  prompts(record: RunRecord): Promise<readonly string[]>;
  /** Removes one permanently; the transcript and the decision stay. Returns its full id. */
  delete(id: string): Promise<string>;
  prune(before: Date): Promise<number>;
  replay(id: string): Promise<Replay>;
  /** The problems inside the file, and its size. Reads everything. */
  health(): Promise<{ readonly problems: readonly string[]; readonly bytes: number }>;
}

export interface RunList {
  /** Latest first. */
  readonly entries: readonly RunEntry[];
  /** The folders that skipped runs are about, safe to print, with their counts. */
  readonly elsewhere: ReadonlyMap<string, number>;
}

export interface RunsContext {
  readonly redactor: TextRedactor;
  /** Used for what a record of an earlier version does not have. */
  readonly settings: CouncilSettings;
  /** The project that the caller has open. */
  readonly projectFolder: string;
}

export function createRuns(store: RunStore, { redactor, settings, projectFolder }: RunsContext): Runs {
  const promptOf = ({ setup }: RunRecord, call: RecordedCall) => store.prompt(setup.deliberationId, call);
  const list: Runs['list'] = (options = {}) => listOwn(store, projectFolder, options);

  /** `last` is the last of this project. */
  async function resolve(id: string): Promise<string> {
    if (id !== 'last') return store.resolve(id);
    const { entries } = await list({ limit: 1 });
    return entries[0]?.id ?? store.resolve(id);
  }

  async function readOwn(id: string): Promise<RunRecord> {
    const record = await store.read(await resolve(id));
    await expectOwn(record, projectFolder);
    return record;
  }

  return {
    list,
    async show(id) {
      const record = await readOwn(id);
      return { ...record, result: record.result && withSavedTranscript(record.result, settings) };
    },
    async prompts(record) {
      const prompts: string[] = [];
      // One at a time: together they may be many megabytes of work.
      for (const call of record.calls) prompts.push(await promptOf(record, call));
      return prompts;
    },
    async find(id) {
      const found = await resolve(id);
      return { id: found, question: await store.questionOf(found) };
    },
    async delete(id) {
      const found = await resolve(id);
      await store.delete(found);
      return found;
    },
    prune: (before) => store.prune(before),
    health: async () => ({ problems: await store.check(), bytes: await store.bytes() }),
    async replay(id) {
      const record = await readOwn(id);
      expectEnded(record);
      return replayRecord(record, { promptOf: (call) => promptOf(record, call), redactor, settings });
    },
  };
}

async function listOwn(store: RunStore, projectFolder: string, options: ListOptions): Promise<RunList> {
  const elsewhere = new Map<string, number>();
  const accepts = async (folder: string) => {
    const isOwn = await isInProject(folder, projectFolder);
    if (!isOwn) elsewhere.set(displayFolder(folder), (elsewhere.get(displayFolder(folder)) ?? 0) + 1);
    return isOwn;
  };
  return { entries: await store.list({ ...options, accepts }), elsewhere };
}

async function expectOwn({ setup, version }: RunRecord, projectFolder: string): Promise<void> {
  const { deliberationId, request } = setup;
  const reader = createRecordReader(deliberationId, version);
  const { workingDirectory } = reader.record(request, 'request');
  const folder = reader.text(workingDirectory, 'request.workingDirectory');
  await expectInProject(deliberationId, folder, projectFolder);
}

function expectEnded({ setup, status, owner }: RunRecord): void {
  if (status !== 'running') return;
  throw new UserError(
    'conflict',
    `deliberation ${setup.deliberationId} is still running in process ${owner?.pid ?? '?'}; replay it when it is finished`,
  );
}
