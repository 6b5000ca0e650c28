import type { DreyfusAssessmentResponse } from '../../src/coaching/prompts/dreyfus-assessment.js';
import type { KnowledgeGapExtractionResponse } from '../../src/coaching/prompts/knowledge-gap-extraction.js';
import type { MemorySummarisationResponse } from '../../src/coaching/prompts/memory-summarisation.js';
import type { CallType } from '../../src/coaching/vocabulary.js';
import { type AnthropicServer, anthropicServer } from './anthropic-server.js';
import { anthropicAdapter, coachModels } from './call-api-fixture.js';
import { coachSessions } from './session-fixture.js';

/** The calls of a wrap-up. */
export const WRAP_UP_CALLS = [
  'knowledge_gap_extraction',
  'dreyfus_assessment',
  'memory_summarisation',
] as const satisfies readonly CallType[];

/** What a model answers about a session: 2 gaps, 1 kata, 1 skill and 2 memories. */
export const LEARNED = {
  knowledge_gap_extraction: {
    knowledge_gaps: [
      { topic: 'Closures', evidence: 'four hints in one phase', severity: 'high', related_concepts: ['scope'] },
      { topic: 'Array methods', evidence: 'looped by hand twice', severity: 'low', related_concepts: [] },
    ],
    kata_specs: [
      {
        title: 'Counter',
        description: 'Write a counter without a class',
        scaffolding_code: 'export function counter() {}',
        instructor_notes: 'Expect a closure',
        constraints: [{ title: 'No let', description: 'Use const only', minLevel: 4 }],
        knowledge_gap_topic: 'closures',
      },
    ],
    session_summary: { phases_completed: 1, total_time_minutes: 20, hints_used: 4, independent_completions: 0 },
  },
  dreyfus_assessment: {
    assessments: [
      {
        skill_area: 'React state management',
        stage: 'competent',
        previous_stage: 'novice',
        confidence: 0.6,
        evidence: 'finished a phase alone',
        recommendation: 'point at files only',
      },
    ],
  },
  memory_summarisation: {
    memories: [
      { content: 'Closures in the cart were hard at first', tags: ['closures'], importance: 'high' },
      { content: 'Writes tests before the fix', tags: ['tests'], importance: 'medium' },
    ],
  },
} satisfies {
  readonly knowledge_gap_extraction: KnowledgeGapExtractionResponse;
  readonly dreyfus_assessment: DreyfusAssessmentResponse;
  readonly memory_summarisation: MemorySummarisationResponse;
};

export function answerWrapUps(server: AnthropicServer): void {
  for (const callType of WRAP_UP_CALLS) server.answer(callType, LEARNED[callType]);
}

/** Sessions with a real adapter for Anthropic's API on this machine, and one of them with something to learn from. */
export async function sessionToWrapUp(options: { readonly dailyCapUsd?: number; readonly maxMs?: number } = {}) {
  const server = await anthropicServer();
  answerWrapUps(server);
  const models = coachModels(anthropicAdapter(server));
  const coach = await coachSessions(undefined, { ...options, models });
  const { sessions, actionLog } = coach;
  const { sessionId } = await sessions.start({ issueNumber: 42, goal: 'Cart loses items' });
  await sessions.createPhase({ title: 'Read the cart', description: 'Find the closure' });
  await sessions.createPhase({ title: 'Fix the cart' });
  await sessions.updatePhase(1, { status: 'active' });
  await actionLog.logAction(sessionId, 'file_open', { path: 'src/cart.ts' });
  await actionLog.logAction(sessionId, 'file_save', { path: 'src/cart.ts', charCount: 7 });
  await sessions.highlightLines({ path: 'src/cart.ts', start: 1, end: 1, style: 'hint' });
  await sessions.sendMessage({ message: 'What does the loop close over?', type: 'hint' });
  await sessions.updatePhase(1, { status: 'complete' });
  const rows = () => coach.database.queries.selectFrom('api_call_log').selectAll().execute();
  const waiting = () => coach.workbench.queries.selectFrom('wrap_ups').selectAll().execute();
  const prompts = () => coach.workbench.queries.selectFrom('session_prompts').selectAll().execute();
  return { ...coach, server, sessionId, rows, waiting, prompts };
}
