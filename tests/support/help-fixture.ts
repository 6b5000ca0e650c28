import { onTestFinished } from 'vitest';
import { createCallApi } from '../../src/coaching/api/create-call-api.js';
import { createExplaining, createModelsView, createPractice, type NewKata } from '../../src/coaching/index.js';
import type { ExplainThisResponse } from '../../src/coaching/prompts/explain-this.js';
import type { PhaseReviewResponse } from '../../src/coaching/prompts/phase-review.js';
import type { PracticeReviewResponse } from '../../src/coaching/prompts/practice-review.js';
import type { ToPage } from '../../src/http/websocket/protocol.js';
import type { Logger } from '../../src/kernel/logger.js';
import { openProject } from '../../src/project/project.js';
import { createRedactor } from '../../src/redaction/index.js';
import { anthropicServer } from './anthropic-server.js';
import { anthropicAdapter, coachModels } from './call-api-fixture.js';
import { startSession } from './coaching-fixture.js';
import { coachSessions } from './session-fixture.js';

type Explaining = ReturnType<typeof createExplaining>;
type Practice = ReturnType<typeof createPractice>;
type Told = { [Type in HelpType]: readonly [type: Type, payload: ToPage[Type]] }[HelpType];
type HelpType = Parameters<Parameters<Explaining['explain']>[1]>[0] | Parameters<Parameters<Practice['review']>[1]>[0];

type Submitted = [constraints?: readonly string[], submissionId?: string];

interface HelpChanges {
  readonly files?: Readonly<Record<string, string>>;
  /** The deadline of the adapter. */
  readonly timeoutMs?: number;
  readonly dailyCapUsd?: number;
}

/** What explains, reviews and lets practice, with a real project, real databases and Anthropic's API on this machine. */
export async function helpFixture({ files = FILES, timeoutMs, dailyCapUsd = 2 }: HelpChanges = {}) {
  const server = await anthropicServer();
  server.answer('explain_this', EXPLAINED);
  server.answer('practice_review', REVIEWED);
  server.answer('phase_review', PHASE_REVIEWED);
  const made = await coachSessions(files);
  const { workspace, workbench, clock, apiCallLog, store, actionLog, sessions } = made;
  const project = await openProject(workspace.root, { deny: [], ownFolders: [], homeFolder: '' });
  if (!project.ok) throw new Error(project.error);
  const redactor = createRedactor({ secretValues: [], report: () => undefined });
  const view = createModelsView({ workspace, project: project.value, redactText: (text) => redactor.redact(text) });
  const logged: string[] = [];
  const logger: Logger = { log: (_level, event) => void logged.push(event) };
  const models = coachModels(anthropicAdapter(server, timeoutMs));
  const workingDirectory = workspace.root;
  const api = createCallApi({ apiCallLog, models, workbench, clock, logger, dailyCapUsd, workingDirectory });
  const shared = { ...api, store, sessions, actionLog, view, workspace, workbench, clock, logger, retryAfterMs: 1 };
  const explaining = createExplaining(shared);
  const practice = createPractice(shared);
  onTestFinished(async () => void (await Promise.all([explaining.close(), practice.close()])));
  const told: Told[] = [];
  const answered = (ask: (announce: (...event: Told) => void) => void) =>
    new Promise<Told>((resolve) =>
      ask((...event) => {
        told.push(event);
        resolve(event);
      }),
    );
  return {
    ...{ ...made, server, view, explaining, practice, told, logged },
    /** As after another start of the coach. */
    restarted: () => createExplaining(shared),
    /** Each resolves with what pages get. */
    explain: (changes: Partial<Parameters<Explaining['explain']>[0]> = {}) =>
      answered((announce) => explaining.explain({ ...REQUEST, ...changes }, announce)),
    reviewPhase: () => answered((announce) => explaining.reviewPhase(announce)),
    review: (kataId: string, userCode = 'solve()', ...[activeConstraintTitles = [], submissionId]: Submitted) =>
      answered((announce) => practice.review({ kataId, userCode, activeConstraintTitles, submissionId }, announce)),
    plantKata: async (changes: Partial<NewKata> & { readonly topic?: string } = {}) => {
      const { topic = 'closures', ...kata } = changes;
      const { id: sessionId } = await startSession(store);
      const found = { sessionId, topic, severity: 'high', evidence: '', relatedConcepts: [] } as const;
      const { gap } = await store.gaps.record(found);
      return store.katas.create({ ...KATA, knowledgeGapId: gap.id, ...kata });
    },
    /** The actions of help, the oldest first. */
    helpActions: async () => {
      const rows = await made.database.queries.selectFrom('action_log').select(['action_type', 'data']).execute();
      const types = /^(?:explain|review)_/;
      return rows
        .filter(({ action_type }) => types.test(action_type))
        .map(({ action_type, data }) => [action_type, JSON.parse(data ?? '{}') as unknown] as const);
    },
    calls: () => made.database.queries.selectFrom('api_call_log').selectAll().execute(),
    /** What the model was given last. */
    lastMessage: () => JSON.parse(server.calls.at(-1)?.userMessage ?? 'null') as Record<string, unknown>,
  };
}

const FILES = { 'src/cart.ts': 'one\ntwo\nthree\n', 'src/price.ts': 'a\n', '.env': 'TOKEN=1\n' };

const REQUEST = {
  path: 'src/cart.ts',
  language: 'typescript',
  range: { startLine: 2, startColumn: 0, endLine: 2, endColumn: 3 },
  selectedText: 'two',
  surroundingContext: 'one\ntwo\nthree\n',
};

export const EXPLAINED: ExplainThisResponse = {
  explanation: 'It counts.',
  key_concepts: ['counting'],
  analogy: 'Like an abacus.',
  related_files: ['src/price.ts', 'src/missing.ts', '.env', '../outside.ts'],
  phase_connection: 'This is what you change now.',
};

export const REVIEWED: PracticeReviewResponse = {
  correct: true,
  feedback: 'It works.',
  level: 5,
  passed: true,
  follow_up: { type: 'constraint_escalation', constraint: 'Use no loop.', reason: null },
  dreyfus_signal: 'advancing',
};

export const PHASE_REVIEWED: PhaseReviewResponse = {
  summary: 'You are close.',
  strengths: ['Small steps.'],
  remarks: [
    { path: 'src/cart.ts', line: 2, text: 'What if it is empty?' },
    { path: 'src/cart.ts', line: 900, text: 'The end is missing.' },
    { path: 'src/nowhere.ts', line: 1, text: 'There is no such file.' },
    { path: '../outside.ts', line: null, text: 'Not in the project.' },
    { path: 'src/price.ts', line: null, text: 'Look here, too.' },
  ],
  is_ready: true,
};

const KATA: Omit<NewKata, 'knowledgeGapId'> = {
  title: 'Count the words',
  description: 'Count how often each word occurs.',
  scaffoldingCode: 'function count(text) {}',
  instructorNotes: 'Look for a map.',
  constraints: [1, 3, 5, 7].map((minLevel) => ({
    title: `Constraint ${minLevel}`,
    description: `Without ${minLevel}.`,
    minLevel,
  })),
};
