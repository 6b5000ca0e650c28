import { cutText } from '../../kernel/cut-text.js';
import { errorMessage } from '../../kernel/error-code.js';
import { plainLine } from '../../kernel/plain-text.js';
import { ApiDailyCapError, ApiNoModelError } from '../api/api-errors.js';
import { planFromText } from '../demo/plan-from-text.js';
import * as coachAgent from '../prompts/coach-agent.js';
import type { PlanDetails, PlanRun } from '../sessions/plan-runs.js';
import { toPhaseState } from '../sessions/session-context.js';
import { checkPhases } from './check-plan.js';
import { gatherContext, getSteps, type PlanContext } from './gather-context.js';
import type { Pipeline, PipelineDependencies, PipelineResult } from './pipeline.js';
import { runOnce } from './run-once.js';

export function createPipeline(dependencies: PipelineDependencies): Pipeline {
  const { api, runs, sessions, store, actionLog, logger } = dependencies;
  const closing = new AbortController();
  const report = (error: unknown) =>
    logger.log('warn', 'coaching.pipeline_not_continued', { error: errorMessage(error) });
  const { begin, continueAll, endSession, settled } = runOnce(runs, {
    work: (run, signal) => runPipeline(run, dependencies, signal),
    read: (run) => readPlan(run, dependencies),
    isOpen: async (sessionId) => (await store.sessions.get(sessionId))?.status === 'active',
    isStored: async ({ planId }) => (await store.plans.get(planId)) !== undefined,
    forget: ({ sessionId, planId }) => api.forgetSteps(sessionId, getSteps(planId)),
    async report(error, sessionId) {
      report(error);
      if (closing.signal.aborted || sessions.currentId() !== sessionId) return;
      const message = `The coach could not finish the plan that was interrupted: ${errorMessage(error)}`;
      await sessions.sendMessage({ message, type: 'warning' });
    },
    isClosing: () => closing.signal.aborted,
  });

  const unsubscribe = actionLog.subscribe((event) => {
    if (event.kind !== 'action' || event.action.sessionId === null) return;
    const { actionType, sessionId } = event.action;
    if (actionType === 'session_resumed') continueAll(sessionId, closing.signal).catch(report);
    if (actionType === 'session_ended') endSession(sessionId).catch(report);
  });

  return {
    async run(request, signal) {
      const { sessionId } = await sessions.expectCurrent();
      return begin(sessionId, request, signal ? AbortSignal.any([signal, closing.signal]) : closing.signal);
    },
    async close() {
      unsubscribe();
      closing.abort();
      await settled();
    },
  };
}

async function runPipeline(
  run: PlanRun,
  dependencies: PipelineDependencies,
  signal: AbortSignal,
): Promise<PipelineResult> {
  const { runs, api, sessions, view, workspace } = dependencies;
  const { planId: id, sessionId, request } = run;
  const context = await gatherContext(run, dependencies, signal);
  const { answer, isDemo } = await askCoach(run, context, dependencies);
  const connection = answer.memory_connection === null ? '' : plainLine(answer.memory_connection);
  const details: PlanDetails = {
    memoryConnection: connection === '' ? null : cutText(connection, MAX_CONNECTION_LENGTH),
    estimatedDifficulty: answer.estimated_difficulty,
    isDemo,
  };
  const phases = await checkPhases(answer, { view, workspace });
  await runs.setDetails(id, details);
  const stored = await sessions.usePlan({ id, sessionId, rawPlanText: request.planText, phases, details });
  await runs.finish(id);
  await api.forgetSteps(sessionId, getSteps(id));
  return { planId: id, phases: stored, ...details };
}

const MAX_CONNECTION_LENGTH = 500;

async function readPlan(
  { planId, sessionId }: PlanRun,
  { runs, store }: PipelineDependencies,
): Promise<PipelineResult | undefined> {
  const [plan, details] = await Promise.all([store.plans.current(sessionId), runs.details(planId)]);
  if (plan?.id !== planId || details === undefined) return undefined;
  return { planId, phases: plan.phases.map(toPhaseState), ...details };
}

interface CoachAnswer {
  readonly answer: coachAgent.CoachAgentResponse;
  readonly isDemo: boolean;
}

/** Without a model, and when the money of the day is spent, the plan is split by its own structure. */
async function askCoach(
  { planId, sessionId, request }: PlanRun,
  context: PlanContext,
  { api, logger }: PipelineDependencies,
): Promise<CoachAnswer> {
  try {
    const answer = await api.callApi({
      callType: 'coach_agent',
      model: 'sonnet',
      systemPrompt: coachAgent.SYSTEM_PROMPT,
      userMessage: context.userMessage,
      responseSchema: coachAgent.responseSchema,
      sessionId,
      signal: context.signal,
      recordAs: `${getSteps(planId)}coach_agent`,
    });
    // A connection to a memory that the coach was not given is invented.
    return { answer: context.hasMemories ? answer : { ...answer, memory_connection: null }, isDemo: false };
  } catch (error) {
    if (!(error instanceof ApiNoModelError || error instanceof ApiDailyCapError)) throw error;
    logger.log('warn', 'coaching.demo_coach', { reason: error.message });
    const { planText, issueSummary } = request;
    const { stage, files } = context;
    return { answer: planFromText({ planText, issueSummary, stage, files }), isDemo: true };
  }
}
