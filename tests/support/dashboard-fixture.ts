import { onTestFinished } from 'vitest';
import { type ActionLog, createDashboard, type DashboardDependencies, openMemory } from '../../src/coaching/index.js';
import { redactTexts } from '../../src/coaching/models-view/redact-texts.js';
import type { IssueAssessmentResponse } from '../../src/coaching/prompts/issue-assessment.js';
import type { LearningMaterialsResponse } from '../../src/coaching/prompts/learning-materials.js';
import { createRedactor } from '../../src/redaction/index.js';
import { anthropicAdapter, callApiFixture, coachModels } from './call-api-fixture.js';
import { coachWorkspace } from './coach-workspace.js';
import { ghMachine, listedIssue } from './gh-machine.js';

type Announced = Parameters<Parameters<ReturnType<typeof createDashboard>['load']>[1]>;

/** A dashboard with real databases, a real process for `gh`, and Anthropic's API on this machine. */
export async function dashboardFixture(
  changed: Partial<DashboardDependencies> = {},
  calls: Parameters<typeof callApiFixture>[0] = {},
) {
  const api = await callApiFixture(calls);
  const gh = ghMachine({ issues: [listedIssue(1), listedIssue(2), listedIssue(3)] });
  const memory = await openMemory({
    folder: api.data.folder,
    embedding: async () => undefined,
    redact: async (text) => text,
  });
  onTestFinished(() => memory.close());
  api.server.answer('issue_assessment', { issues: [assessed(1), assessed(2)] });
  api.server.answer('learning_materials', { recommendations: [] });
  const redactor = createRedactor({ secretValues: [] });
  const { workspace } = await coachWorkspace({ 'src/a.ts': '', 'src/b.ts': '', 'style.css': '', 'README.md': '' });
  const told: Announced[] = [];
  const announce = (...event: Announced) => void told.push(event);
  const run = () => {
    const dashboard = createDashboard({
      ...{ database: api.data.database, store: api.data.store, apiCallLog: api.data.apiCallLog, clock: api.data.clock },
      ...{ actionLog: api.data.actionLog, workbench: api.workbench, callApi: api.callApi, memory },
      models: coachModels(anthropicAdapter(api.server)),
      searchingAdapters: async () => ['anthropic'],
      view: { redact: redactTexts((text) => redactor.redact(text)) },
      logger: { log: () => undefined },
      dailyCapUsd: 2,
      workspace,
      environment: gh.environment,
      retryAfterMs: 1,
      ...changed,
    });
    onTestFinished(() => dashboard.close());
    return dashboard;
  };
  const dashboard = run();
  return {
    ...api,
    ...{ gh, memory, dashboard, told, announce },
    anotherRun: run,
    /** Loads the dashboard and waits until all of it was announced. */
    load: async (period: '7d' | '30d' | 'all' = 'all', loaded = dashboard) => {
      const done = nextLoad(api.data.actionLog);
      await loaded.load(period, announce);
      await done;
    },
    /** The actions `dashboard_loaded`, the oldest first. */
    loads: () => loads(api.data),
    types: () => told.map(([type]) => type),
    payloadOf: (type: Announced[0]) => told.findLast(([each]) => each === type)?.[1],
  };
}

function nextLoad(actionLog: ActionLog): Promise<void> {
  return new Promise((resolve) => {
    const end = actionLog.subscribe((event) => {
      if (event.kind !== 'action' || event.action.actionType !== 'dashboard_loaded') return;
      end();
      resolve();
    });
  });
}

async function loads({ database }: Awaited<ReturnType<typeof callApiFixture>>['data']) {
  const all = database.queries.selectFrom('action_log').select(['session_id', 'data']);
  const rows = await all.where('action_type', '=', 'dashboard_loaded').execute();
  return rows.map(({ session_id, data }) => ({ session_id, ...(JSON.parse(data ?? '{}') as object) }));
}

/** As a model answers. */
export function assessed(
  number: number,
  changes: Partial<IssueAssessmentResponse['issues'][number]> = {},
): IssueAssessmentResponse['issues'][number] {
  return {
    number,
    title: `A title of the model ${number}`,
    summary: `You repair item ${number}.`,
    suitability: 'good_fit',
    suitability_reason: 'It is small.',
    estimated_difficulty: 'beginner',
    relevant_skills: ['arrays'],
    priority_score: 1 / number,
    priority_factors: {
      user_tagged: false,
      similar_to_recent_work: true,
      addresses_knowledge_gap: false,
      team_urgency: 'low',
    },
    learning_opportunities: ['state'],
    ...changes,
  };
}

type Resource = LearningMaterialsResponse['recommendations'][number]['resources'][number];

export function recommendation(knowledgeGap: string, urls: readonly string[]) {
  const resources = urls.map(
    (url): Resource => ({
      type: 'documentation',
      title: `Page ${url}`,
      url,
      description: 'Explains it.',
      relevance: 'direct',
      estimated_time: '10 minutes',
    }),
  );
  return { knowledge_gap: knowledgeGap, resources, study_order: 'From first to last.', practice_connection: null };
}
