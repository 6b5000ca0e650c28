import type { Clock } from '../../kernel/clock.js';
import { errorMessage } from '../../kernel/error-code.js';
import type { Logger } from '../../kernel/logger.js';
import { ApiDailyCapError } from '../api/api-errors.js';
import type { CoachApi } from '../api/create-call-api.js';
import { startOfDay } from '../api/start-of-day.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { announceCompleted } from '../sessions/ending.js';
import { createSessionDetails } from '../sessions/session-details.js';
import type { Announce, SessionSummary } from '../sessions/session-state.js';
import type { WrapUps } from '../sessions/wrap-ups.js';
import type { Session } from '../store/sessions.js';
import type { Workbench } from '../workspace/workbench.js';
import { createPendingWrapUps } from './pending-wrap-ups.js';
import { createSessionPrompts } from './session-prompts.js';
import { STEP_PREFIX } from './steps/step-context.js';
import { type InputDependencies, readTranscript } from './wrap-up-inputs.js';
import { learnsLater, type WrapUpContext, wrapUpSession } from './wrap-up-session.js';

export interface WrapUpsOptions extends Pick<InputDependencies, 'store' | 'actionLog' | 'view'> {
  readonly workbench: Workbench;
  readonly api: CoachApi;
  readonly memory: Pick<MemoryStore, 'addMemories'>;
  /** The project's real path. */
  readonly project: string;
  readonly announce: Announce;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SessionWrapUps extends WrapUps {
  /** What the person wrote to an agent belongs to the transcript of the session. */
  notePrompt(sessionId: string, prompt: string): Promise<void>;
}

export function createWrapUps(options: WrapUpsOptions): SessionWrapUps {
  const { store, workbench, project, clock, logger, api, view, announce } = options;
  const pending = createPendingWrapUps({ workbench, project, clock });
  const details = createSessionDetails(workbench);
  const prompts = createSessionPrompts({ workbench, store, redact: view.redact, clock });
  const stopping = new AbortController();
  const context: WrapUpContext = { ...options, details, prompts, pending, signal: stopping.signal };
  const running = new Map<string, Promise<void>>();
  /** The days on which there was no money left, by session. */
  const refused = new Map<string, number>();

  async function run(session: Session, summary: SessionSummary): Promise<SessionSummary> {
    const results = await wrapUpSession(context, session);
    const finished = { ...summary, ...results };
    await details.change(session, { summary: finished });
    await pending.remove(session.id);
    await api.forgetSteps(session.id, STEP_PREFIX);
    return finished;
  }

  async function postpone(session: Session, summary: SessionSummary, { message, lasts }: ApiDailyCapError) {
    if (lasts === 'until tomorrow') refused.set(session.id, startOfDay(clock).getTime());
    logger.log('warn', 'coaching.wrap_up_postponed', { reason: message });
    const waiting = { ...summary, ...learnsLater(message) };
    await details.change(session, { summary: waiting });
    return waiting;
  }

  async function runToEnd(session: Session, summary: SessionSummary): Promise<void> {
    const finished = await run(session, summary).catch((error: unknown) => {
      // It is still recorded: a later run continues it.
      if (error instanceof ApiDailyCapError) return postpone(session, summary, error);
      if (!stopping.signal.aborted) logger.log('error', 'coaching.wrap_up_failed', { error: errorMessage(error) });
      return summary;
    });
    running.delete(session.id);
    if (!stopping.signal.aborted) announceCompleted(finished, announce);
  }

  return {
    request: async (sessionId, transcript = '') => pending.add(sessionId, await readTranscript(transcript, view)),
    begin(session, summary) {
      if (!stopping.signal.aborted) running.set(session.id, runToEnd(session, summary));
    },
    isRunning: (sessionId) => running.has(sessionId),
    settled: async (sessionId) => running.get(sessionId),
    async pending() {
      const today = startOfDay(clock).getTime();
      return (await pending.list()).filter((sessionId) => refused.get(sessionId) !== today);
    },
    forget: (sessionId) => pending.remove(sessionId),
    notePrompt: (sessionId, prompt) => prompts.add(sessionId, prompt),
    async close() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
