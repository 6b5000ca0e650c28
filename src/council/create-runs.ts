import { mapTexts } from '../kernel/map-texts.js';
import { plainText } from '../kernel/plain-text.js';
import { UserError } from '../kernel/user-error.js';
import type { TextRedactor } from './contract/council.js';
import type { CouncilSettings } from './contract/settings.js';
import { type LinesNow, readCitedLines } from './evidence/citations/read-cited-lines.js';
import { cleanExport, collectExport, type ExportedDeliberation } from './export/collect-export.js';
import { type FollowContext, type FollowedRun, followRun } from './follow/follow-run.js';
import { readResult } from './follow/read-result.js';
import { type FollowedAnswer, getAnswers, readLookUp, type TurnKey } from './follow/read-texts.js';
import type { CallKey } from './record/run.js';
import { type Replay, replayRecord } from './replay/replay-record.js';
import { displayFolder, expectInProject, isInProject } from './runs/in-project.js';
import { restoreSetup } from './runs/restore-setup.js';
import { settingsToContinue } from './runs/setup.js';
import type { RecordedCall, RunRecord } from './runs/store/run-record.js';
import type { ListOptions, RunEntry, RunStore } from './runs/store/run-store.js';
import type { Spending } from './runs/store/spending.js';
import { withSavedTranscript } from './transcript/save-transcript.js';

/**
 * What people do with recorded deliberations. Ids may be given by their beginning, or as `last`. A database may have
 * deliberations about other folders; those are only counted, named and deleted, never shown.
 */
export interface Runs {
  list(options?: Omit<ListOptions, 'accepts'>): Promise<RunList>;
  /** What it is called. */
  find(id: string): Promise<{ readonly id: string; readonly question: string }>;
  /** Without what was asked in its calls. */
  show(id: string): Promise<RunRecord>;
  /** What was asked in each of its calls, in their order. */
  prompts(record: RunRecord): Promise<readonly string[]>;
  /** What a page shows of one, live and afterwards. Texts are read apart. */
  follow(id: string): Promise<FollowedRun>;
  /** Rejects with a `UserError` where there is none. */
  answer(id: string, key: TurnKey): Promise<FollowedAnswer>;
  /** What was asked in one attempt at a call. */
  prompt(id: string, call: CallKey & { readonly attempt: number }): Promise<string>;
  /** The output of a look at the project, or why there is none. */
  lookUp(id: string, round: number, key: string): Promise<{ readonly text: string; readonly leftOut: number }>;
  /** The cited lines as they are now, in the order of the result's citations. */
  citedLines(id: string): Promise<readonly LinesNow[]>;
  /** Everything that an export shows, searched for secrets once more and without the paths of this machine. */
  export(id: string): Promise<ExportedDeliberation>;
  /** Removes one permanently; the transcript and the decision stay. Returns its full id. */
  delete(id: string): Promise<string>;
  prune(before: Date): Promise<number>;
  replay(id: string): Promise<Replay>;
  /** Differs whenever a run changed, also when the process of a running one died. */
  version(): Promise<string>;
  /** What deliberations that began since then have cost, also those about other folders. */
  spending(since: Date): Promise<Spending>;
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
  const following: FollowContext = { settings, redactNow: (text) => redactor.redactNow(text) };
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

  async function readShown(id: string): Promise<RunRecord> {
    const record = await readOwn(id);
    return { ...record, result: record.result && withSavedTranscript(record.result, settings) };
  }

  return {
    list,
    show: readShown,
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
    follow: async (id) => shown(followRun(await readShown(id), following)),
    answer: async (id, key) => shown(getAnswers(await readOwn(id), following)(key)),
    prompt: async (id, call) => {
      const record = await readOwn(id);
      return shown(await store.prompt(record.setup.deliberationId, call));
    },
    lookUp: async (id, round, key) => shown(readLookUp(await readOwn(id), round, key)),
    export: async (id) => {
      const record = await readShown(id);
      const citedLines = await getCitedLines(record, { redactor, settings, projectFolder });
      return cleanExport(shown({ ...collectExport(record, following), citedLines }), { redactor, projectFolder });
    },
    citedLines: async (id) => shown(await getCitedLines(await readOwn(id), { redactor, settings, projectFolder })),
    prune: (before) => store.prune(before),
    version: () => store.version(),
    spending: (since) => store.spending(since),
    health: async () => ({ problems: await store.check(), bytes: await store.bytes() }),
    async replay(id) {
      const record = await readOwn(id);
      expectEnded(record);
      return replayRecord(record, { promptOf: (call) => promptOf(record, call), redactor, settings });
    },
  };
}

/** Texts without escape sequences and hidden characters. */
function shown<Value>(value: Value): Value {
  return mapTexts(value, plainText);
}

/** Where it looked then, with what may be looked at now. */
async function getCitedLines(record: RunRecord, { redactor, settings }: RunsContext): Promise<readonly LinesNow[]> {
  const { setup } = restoreSetup(record, settings);
  const citations = record.result === null ? [] : readResult(record.result).citations.slice(0, MAX_CITATIONS);
  return readCitedLines(citations, {
    workingDirectory: setup.request.workingDirectory,
    settings: settingsToContinue(setup.settings, settings),
    redact: (text) => redactor.redact(text),
  });
}

const MAX_CITATIONS = 200;

async function listOwn(store: RunStore, projectFolder: string, options: ListOptions): Promise<RunList> {
  const elsewhere = new Map<string, number>();
  const accepts = async (folder: string) => {
    const isOwn = await isInProject(folder, projectFolder);
    if (!isOwn) elsewhere.set(displayFolder(folder), (elsewhere.get(displayFolder(folder)) ?? 0) + 1);
    return isOwn;
  };
  return { entries: await store.list({ ...options, accepts }), elsewhere };
}

async function expectOwn(record: RunRecord, projectFolder: string): Promise<void> {
  const { deliberationId, request } = record.setup;
  await expectInProject(deliberationId, request.workingDirectory, projectFolder);
}

function expectEnded({ setup, status, owner }: RunRecord): void {
  if (status !== 'running') return;
  throw new UserError(
    'conflict',
    `deliberation ${setup.deliberationId} is still running in process ${owner?.pid ?? '?'}; replay it when it is finished`,
  );
}
