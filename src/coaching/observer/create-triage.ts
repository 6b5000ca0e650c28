import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { ApiDailyCapError, ApiNoModelError } from '../api/api-errors.js';
import type { CallApi } from '../api/call-api.js';
import { startOfDay } from '../api/start-of-day.js';
import * as observerTriage from '../prompts/observer-triage.js';
import type { NewCoachMessage } from '../sessions/session-state.js';
import type { Decision } from './describe-nudge.js';

interface TriageDependencies {
  readonly sessionId: string;
  readonly callApi: CallApi;
  readonly sendMessage: (message: NewCoachMessage) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Undefined for silence. Rejects if a model was asked and did not answer. */
export type Triage = (context: observerTriage.TriageContext) => Promise<Decision | undefined>;

/** Asks the small model. Without one, and when the money of the day is spent, the rules decide. */
export function createTriage(dependencies: TriageDependencies): Triage {
  const { sessionId, callApi, sendMessage, clock, logger, signal } = dependencies;
  /** The last day on which a message said that its money is spent. */
  let announcedDay: number | undefined;
  let hasNoModelUntil = 0;

  async function ask(context: observerTriage.TriageContext): Promise<Decision | undefined> {
    const answer = await callApi({
      callType: 'observer_triage',
      model: 'haiku',
      systemPrompt: observerTriage.SYSTEM_PROMPT,
      userMessage: observerTriage.assembleUserMessage(context),
      responseSchema: observerTriage.responseSchema,
      sessionId,
      maxMs: MAX_CALL_MS,
      signal,
    });
    const { should_nudge: shouldNudge, confidence, signal: found, suggested_context: suggested } = answer;
    // Without the reasoning: what is said about the person is only where they can delete it.
    logger.log('info', 'coaching.triage', { shouldNudge, signal: found, confidence });
    if (!shouldNudge) return undefined;
    if (found !== 'no_nudge') return { signal: found, confidence, expectedFile: suggested.expected_file };
    logger.log('warn', 'coaching.triage_contradiction', { confidence });
    return undefined;
  }

  async function announceCap({ message }: ApiDailyCapError): Promise<void> {
    const today = startOfDay(clock).getTime();
    if (today === announcedDay) return;
    announcedDay = today;
    await sendMessage({ type: 'warning', message: `Until tomorrow only rules notice things here: ${message}` });
  }

  return async (context) => {
    const byRules = () => context.findings.map((finding): Decision => ({ ...finding, expectedFile: null }))[0];
    if (clock.now().getTime() < hasNoModelUntil) return byRules();
    try {
      return await ask(context);
    } catch (error) {
      if (error instanceof ApiNoModelError) hasNoModelUntil = clock.now().getTime() + LOOK_AGAIN_MS;
      else if (!(error instanceof ApiDailyCapError)) throw error;
      else if (error.lasts === 'until tomorrow') await announceCap(error);
      return byRules();
    }
  };
}

/** Later, the person does something else. */
const MAX_CALL_MS = 60_000;
/** To look for a model can start programs: not at every key. */
const LOOK_AGAIN_MS = 10 * 60_000;
