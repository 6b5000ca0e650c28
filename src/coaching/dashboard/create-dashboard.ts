import type { Logger } from '../../kernel/logger.js';
import { getLanguage } from '../../project/person/file-types.js';
import type { ActionLog } from '../action-log/create-action-log.js';
import { callApiWithRetry } from '../api/call-api-with-retry.js';
import { createBackground, sentenceFor } from '../background.js';
import type { Workbench } from '../workspace/workbench.js';
import type { Workspace } from '../workspace/workspace.js';
import { createAnswerOnce } from './answer-once.js';
import {
  type DashboardState,
  readDashboardState,
  type StateDependencies,
  type StatsPeriod,
} from './dashboard-state.js';
import { type AssessDependencies, type AssessedIssue, assessIssues } from './issues/assess-issues.js';
import { listIssues } from './issues/list-issues.js';
import type { GhContext } from './issues/run-gh.js';
import { findMaterials, type MaterialsDependencies, type Recommendation } from './materials/find-materials.js';

/** Sent to pages. */
interface DashboardEvents {
  readonly 'dashboard:state': DashboardState;
  readonly 'dashboard:issues': { readonly issues: readonly AssessedIssue[] };
  readonly 'dashboard:issues_error': { readonly error: string };
  readonly 'dashboard:materials': { readonly recommendations: readonly Recommendation[] };
  readonly 'dashboard:materials_error': { readonly error: string };
}

type Announce = (
  ...event: { [Type in keyof DashboardEvents]: [type: Type, payload: DashboardEvents[Type]] }[keyof DashboardEvents]
) => void;

/** The progress of the person, issues to work on, and pages to learn from. */
export interface Dashboard {
  /** Resolves after the state was announced. Issues and materials follow as they arrive. */
  load(period: StatsPeriod, announce: Announce): Promise<void>;
  /** The issues alone. Resolves at once. */
  refreshIssues(announce: Announce): void;
  /** The person closes a gap, or opens it again. */
  setGapAddressed(id: string, addressed: boolean, announce: Announce): Promise<void>;
  /** Ends what runs. */
  close(): Promise<void>;
}

export interface DashboardDependencies
  extends StateDependencies,
    Omit<AssessDependencies, 'answerOnce'>,
    Omit<MaterialsDependencies, 'answerOnce' | 'describeStack'>,
    Omit<GhContext, 'signal' | 'projectFolder'> {
  readonly workspace: Pick<Workspace, 'root' | 'getProjectTree'>;
  readonly workbench: Workbench;
  readonly actionLog: Pick<ActionLog, 'logAction'>;
  readonly logger: Logger;
  /** Until a call that failed is tried again. */
  readonly retryAfterMs?: number;
}

export function createDashboard(dependencies: DashboardDependencies): Dashboard {
  const { store, actionLog, logger, workspace } = dependencies;
  const background = createBackground(logger);
  const flows = createFlows(dependencies, background.signal);
  let lastPeriod: StatsPeriod = 'all';

  async function sendState(announce: Announce): Promise<void> {
    const filter = { period: lastPeriod, projectDir: workspace.root };
    announce('dashboard:state', await readDashboardState(dependencies, filter));
  }

  return {
    async load(period, announce) {
      lastPeriod = period;
      await sendState(announce);
      void background.start(async () => {
        const [issuesLoaded, materialsLoaded] = await Promise.all([flows.issues(announce), flows.materials(announce)]);
        await actionLog.logAction(null, 'dashboard_loaded', { statsPeriod: period, issuesLoaded, materialsLoaded });
      });
    },
    refreshIssues(announce) {
      void background.start(async () => void (await flows.issues(announce, { isRetried: true })));
    },
    async setGapAddressed(id, addressed, announce) {
      await store.gaps.setAddressed(id, addressed);
      await sendState(announce);
      if (!addressed) void background.start(async () => void (await flows.materials(announce)));
    },
    close: () => background.close(),
  };
}

/** Creates the calls to models. Each says whether it was shown; none rejects. */
function createFlows(dependencies: DashboardDependencies, signal: AbortSignal) {
  const { workbench, workspace, clock, logger } = dependencies;
  const asking = {
    ...dependencies,
    callApi: callApiWithRetry(dependencies.callApi, dependencies.retryAfterMs),
    answerOnce: createAnswerOnce({ workbench, project: workspace.root, clock }),
    describeStack: () => describeStack(workspace),
  };

  const issues = oneInFlight(async (announce: Announce, { isRetried = false } = {}) => {
    try {
      const listed = await listIssues({ ...dependencies, projectFolder: workspace.root, signal });
      if (listed.ok)
        announce('dashboard:issues', {
          issues: await assessIssues(asking, { issues: listed.value, isRetried, signal }),
        });
      else announce('dashboard:issues_error', { error: listed.error });
      return listed.ok;
    } catch (error) {
      announce('dashboard:issues_error', { error: sentenceFor(error, logger) });
      return false;
    }
  });

  const materials = oneInFlight(async (announce: Announce) => {
    try {
      const recommendations = await findMaterials(asking, signal);
      if (recommendations !== undefined) announce('dashboard:materials', { recommendations });
      return recommendations !== undefined;
    } catch (error) {
      announce('dashboard:materials_error', { error: sentenceFor(error, logger) });
      return false;
    }
  });

  return { issues, materials };
}

/** While it runs, another caller waits for the same result: every page hears it. */
function oneInFlight<Args extends unknown[], Value>(work: (...args: Args) => Promise<Value>) {
  let current: Promise<Value> | undefined;
  return (...args: Args): Promise<Value> => {
    current ??= work(...args).finally(() => {
      current = undefined;
    });
    return current;
  };
}

type TreeNode = Awaited<ReturnType<Workspace['getProjectTree']>>['root'];

/** The languages that most files of the project are written in. */
async function describeStack(workspace: Pick<Workspace, 'getProjectTree'>): Promise<string> {
  const counts = new Map<string, number>();
  const { root } = await workspace.getProjectTree();
  for (const name of fileNames(root)) {
    const language = getLanguage(name);
    if (!NO_STACK.has(language)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_LANGUAGES);
  return most.map(([language]) => language).join(', ') || 'unknown';
}

const MAX_LANGUAGES = 3;
/** In projects of every kind. */
const NO_STACK: ReadonlySet<string> = new Set([
  'plaintext',
  'markdown',
  'json',
  'jsonc',
  'yaml',
  'toml',
  'ignore',
  'dotenv',
]);

function* fileNames({ name, type, children = [] }: TreeNode): Generator<string> {
  if (type === 'file') yield name;
  for (const child of children) yield* fileNames(child);
}
