import { onTestFinished } from 'vitest';
import { createCallApi } from '../../src/coaching/api/create-call-api.js';
import { createModelsView } from '../../src/coaching/index.js';
import type { MemoryResult } from '../../src/coaching/memory/memory-store.js';
import { createPipeline } from '../../src/coaching/pipeline/create-pipeline.js';
import type { Pipeline, PipelineDependencies } from '../../src/coaching/pipeline/pipeline.js';
import type { CoachAgentResponse } from '../../src/coaching/prompts/coach-agent.js';
import type { MemoryRetrievalFilterResponse } from '../../src/coaching/prompts/memory-retrieval-filter.js';
import { createPlanRuns } from '../../src/coaching/sessions/plan-runs.js';
import { openProject } from '../../src/project/project.js';
import { createRedactor } from '../../src/redaction/index.js';
import { anthropicServer } from './anthropic-server.js';
import { anthropicAdapter, coachModels } from './call-api-fixture.js';
import { coachSessions } from './session-fixture.js';

interface PipelineChanges extends Partial<PipelineDependencies> {
  readonly files?: Readonly<Record<string, string>>;
  readonly hasNoModel?: boolean;
  readonly dailyCapUsd?: number;
  /** The deadline of the adapter. */
  readonly timeoutMs?: number;
}

/** The pipeline of a real project with real databases and Anthropic's API on this machine; memories are a list. */
export async function pipelineFixture(changes: PipelineChanges = {}) {
  const { files = FILES, hasNoModel = false, dailyCapUsd = 2, timeoutMs, ...changed } = changes;
  const server = await anthropicServer();
  server.answer('coach_agent', COACH_ANSWER);
  server.answer('memory_retrieval_filter', FILTER_ANSWER);
  const made = await coachSessions(files);
  const { workspace, workbench, clock, apiCallLog } = made;
  const project = await openProject(workspace.root, { deny: ['.env*'], ownFolders: [], homeFolder: '' });
  if (!project.ok) throw new Error(project.error);
  const redactor = createRedactor({ secretValues: [], report: () => undefined });
  const view = createModelsView({
    workspace,
    project: project.value,
    redactText: (text) => redactor.redact(text),
  });
  const memories: MemoryResult[] = [];
  const warnings: string[] = [];
  const logger = { log: (_level: string, event: string) => void warnings.push(event) };
  const models = hasNoModel ? { ofTier: async () => undefined } : coachModels(anthropicAdapter(server, timeoutMs));
  const opened: Pipeline[] = [];
  const pipelineOf = (sessions: PipelineDependencies['sessions'] = made.sessions) => {
    const api = createCallApi({
      ...{ apiCallLog, models, workbench, clock, logger, dailyCapUsd },
      workingDirectory: workspace.root,
    });
    const pipeline = createPipeline({
      ...{ api, view, workspace, sessions, store: made.store, actionLog: made.actionLog, logger },
      runs: createPlanRuns(workbench, clock),
      memory: { isMemoryAvailable: async () => true, queryMemories: async () => memories },
      notesFor: async () => [],
      ...changed,
    });
    opened.push(pipeline);
    onTestFinished(() => pipeline.close());
    return pipeline;
  };
  return {
    ...{ ...made, server, view, memories, warnings },
    pipeline: pipelineOf(),
    pipelineOf,
    /** As after a restart of the program. */
    restarted: async () => {
      for (const pipeline of opened) void pipeline.close();
      const next = await made.anotherRun();
      return { ...next, pipeline: pipelineOf(next.sessions) };
    },
    /** Everything that a run of the pipeline stores. */
    stored: async () => {
      const { queries } = made.database;
      const [plans, phases, hints] = await Promise.all([
        queries.selectFrom('plans').selectAll().execute(),
        queries.selectFrom('phases').selectAll().orderBy('number').execute(),
        queries.selectFrom('phase_hints').selectAll().execute(),
      ]);
      return { plans, phases, hints };
    },
    calls: () => made.database.queries.selectFrom('api_call_log').selectAll().execute(),
    runsOf: () => createPlanRuns(workbench, clock),
    runs: () => workbench.queries.selectFrom('plan_runs').selectAll().execute(),
    keptSteps: () => workbench.queries.selectFrom('model_answers').select('step').execute(),
  };
}

const FILES = { 'src/cart.ts': 'one\ntwo\nthree\n', 'src/price.ts': 'a\n', '.env': 'TOKEN=1\n' };

export const REQUEST = {
  planText: '## Plan\n1. Read src/cart.ts\n2. Change src/price.ts\n',
  issueSummary: 'The cart loses items.',
};

export const COACH_ANSWER: CoachAgentResponse = {
  phases: [
    {
      number: 1,
      title: 'Read the cart',
      description: 'Find out where items are lost.',
      expected_files: ['src/cart.ts'],
      hint_level: 'file',
      hints: {
        file_hints: [{ path: 'src/cart.ts', style: 'important' }],
        line_hints: [
          { path: 'src/cart.ts', start: 2, end: 3, style: 'focus', hover_text: 'What happens to the last one?' },
        ],
      },
      knowledge_gap_opportunities: [],
    },
    {
      number: 2,
      title: 'Change the price',
      description: 'Add it up.',
      expected_files: ['src/price.ts', 'src/new.ts'],
      hint_level: 'none',
      hints: { file_hints: [{ path: 'src/new.ts', style: 'suggested' }], line_hints: [] },
      knowledge_gap_opportunities: ['rounding'],
    },
    {
      number: 3,
      title: 'Test it',
      description: 'Write a test.',
      expected_files: [],
      hint_level: 'line',
      hints: { file_hints: [], line_hints: [] },
      knowledge_gap_opportunities: [],
    },
  ],
  memory_connection: 'Similar to the lost lines from last week.',
  estimated_difficulty: 'intermediate',
};

export const FILTER_ANSWER: MemoryRetrievalFilterResponse = {
  relevant_memories: [
    {
      content: 'Lost lines in the parser',
      relevance: 'related',
      connection: 'both lose the last',
      use_in_coaching: 'ask',
    },
  ],
  discarded: [],
};

export function memory(content: string): MemoryResult {
  const metadata = {
    session_id: 's',
    project: '/p',
    created_at: '2026-11-01T00:00:00Z',
    importance: 'high',
    tags: 'a',
  };
  return { id: 'mem_s_0', content, metadata, distance: 0.1 };
}
