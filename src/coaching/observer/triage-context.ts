import type { ActionLog } from '../action-log/create-action-log.js';
import type { ModelsView } from '../models-view/models-view.js';
import type { TriageContext } from '../prompts/observer-triage.js';
import type { CoachingStore } from '../store/coaching-store.js';
import { ACTION_TYPES, type Stage } from '../vocabulary.js';
import { detect } from './detectors.js';
import { type TraceEvent, toTraceEvent } from './trace.js';

export interface ContextDependencies {
  readonly store: Pick<CoachingStore, 'plans' | 'assessments'>;
  readonly actionLog: Pick<ActionLog, 'recent'>;
  readonly view: Pick<ModelsView, 'expectShown' | 'redact'>;
}

interface ObservedNow {
  readonly sessionId: string;
  readonly events: readonly TraceEvent[];
  readonly now: number;
  readonly isIdle: boolean;
  /** Undefined if there was none. */
  readonly lastNudgeAt: number | undefined;
}

/** The session as a model may see it: without files of secrets, and without secrets in texts. */
export async function assembleContext(
  { sessionId, events, now, isIdle, lastNudgeAt }: ObservedNow,
  { store, actionLog, view }: ContextDependencies,
): Promise<TriageContext> {
  const [plan, assessments, recent] = await Promise.all([
    store.plans.current(sessionId),
    store.assessments.list(),
    actionLog.recent(sessionId, { types: SHOWN_TYPES, limit: MAX_ACTIONS }),
  ]);
  const phase = plan?.phases.find(({ status }) => status === 'active') ?? null;
  const [latest] = assessments.sort((a, b) => b.assessedAt.localeCompare(a.assessedAt));
  const stage: Stage = latest?.stage ?? 'novice';
  const actions = recent.map(toTraceEvent);
  const hidden = await hiddenPaths([...events, ...actions], view);
  const shown = events.map((event) => (isIn(hidden, event) ? { ...event, path: HIDDEN_FILE } : event));
  const current = findCurrentFile(events);
  const lastSave = events.findLast(({ type }) => type === 'file_save');
  return view.redact({
    current_phase: phase && {
      number: phase.number,
      title: phase.title,
      description: phase.description,
      expected_files: phase.expectedFiles,
    },
    recent_actions: actions.map((event) => ({
      type: event.type,
      ...('path' in event && event.path !== undefined && !isIn(hidden, event) && { path: event.path }),
      ago: formatTime(now - event.at),
    })),
    test_runs: events
      .filter((event) => event.type === 'test_run')
      .slice(-MAX_RUNS)
      .map(({ run, passed, at }) => ({ run, passed, ago: formatTime(now - at) })),
    current_file: current === undefined || hidden.has(current.path) ? null : current.path,
    time_in_file: current === undefined ? null : formatTime(now - current.since),
    time_since_last_save: formatTime(lastSave && now - lastSave.at),
    time_since_last_nudge: formatTime(lastNudgeAt && now - lastNudgeAt),
    dreyfus_stage: stage,
    user_idle: isIdle,
    findings: detect({ events: shown, phase, stage }, now),
  });
}

const MAX_ACTIONS = 20;
const MAX_RUNS = 5;
/** Rows about silence would leave no room for what the person did. */
const SHOWN_TYPES = ACTION_TYPES.filter((type) => type !== 'nudge_suppressed');
const HIDDEN_FILE = 'a file that is not shown';

/** The same for a context in which only time has passed. */
export function keyOfContext(context: TriageContext): string {
  const { time_in_file: _in, time_since_last_save: _save, time_since_last_nudge: _nudge, ...rest } = context;
  return JSON.stringify({
    ...rest,
    recent_actions: rest.recent_actions.map(({ type, path }) => [type, path]),
    test_runs: rest.test_runs.map(({ run, passed }) => [run, passed]),
    findings: rest.findings.map(({ signal }) => signal),
  });
}

async function hiddenPaths(
  events: readonly TraceEvent[],
  view: Pick<ModelsView, 'expectShown'>,
): Promise<ReadonlySet<string>> {
  const paths = new Set(events.flatMap((event) => ('path' in event ? (event.path ?? []) : [])));
  const hidden = [...paths].map((path) =>
    view.expectShown(path).then(
      () => [],
      () => [path],
    ),
  );
  return new Set((await Promise.all(hidden)).flat());
}

function isIn(paths: ReadonlySet<string>, event: TraceEvent): boolean {
  return 'path' in event && event.path !== undefined && paths.has(event.path);
}

/** The file that the person last opened, chose or edited, and since when. */
export function findCurrentFile(
  events: readonly TraceEvent[],
): { readonly path: string; readonly since: number } | undefined {
  const visits = events.flatMap((event) =>
    'path' in event && event.path !== undefined && VISITS.has(event.type) ? [{ at: event.at, path: event.path }] : [],
  );
  const path = visits.at(-1)?.path;
  const first = visits[visits.findLastIndex((visit) => visit.path !== path) + 1];
  return first && { path: first.path, since: first.at };
}

const VISITS: ReadonlySet<TraceEvent['type']> = new Set<TraceEvent['type']>([
  'file_open',
  'tab_switch',
  'file_save',
  'selection',
  'buffer_update',
]);

/** As "3m12s". */
function formatTime(ms: number | undefined): string {
  if (ms === undefined) return 'never';
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}h${minutes}m`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}
