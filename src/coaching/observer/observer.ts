import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { ActionLog } from '../action-log/create-action-log.js';
import type { CallApi } from '../api/call-api.js';
import type { Nudge } from '../sessions/nudge.js';
import type { Announce, NewCoachMessage, ObserverStatus } from '../sessions/session-state.js';
import type { Timers } from '../timers.js';
import type { PendingNudges } from './pending-nudges.js';
import type { ContextDependencies } from './triage-context.js';

/** Watches the active session and speaks to the person without being asked, seldom. */
export interface Observer {
  /** The session that is active now; null for none. */
  follow(sessionId: string | null): void;
  readonly status: () => ObserverStatus;
  /** Ignored without a session. */
  mute(isMuted: boolean, announce?: Announce): Promise<void>;
  /** The nudge that the person has not answered. */
  pending(): Promise<Nudge | null>;
  /** The person has answered: after `not_now`, the same is not said again in this phase. */
  dismiss(nudgeId: string, answer?: 'not_now' | 'helped', announce?: Announce): Promise<void>;
  /** The pending nudge for the next prompt of an agent, once. */
  takeForPrompt(): Promise<Nudge | null>;
  /** A test that an agent ran, as a hook reported it. */
  noteTestRun(run: TestRun): void;
  /** Resolves when nothing is being evaluated. */
  settled(): Promise<void>;
  /** Cancels a call that runs. */
  close(): Promise<void>;
}

export interface TestRun {
  /** What ran, such as `npm test`. */
  readonly run: string;
  readonly passed: boolean;
}

export interface ObserverDependencies extends ContextDependencies {
  readonly actionLog: Pick<ActionLog, 'recent' | 'logAction' | 'subscribe'>;
  readonly nudges: PendingNudges;
  readonly callApi: CallApi;
  readonly announce: Announce;
  /** A message of the coach in the active session. */
  readonly sendMessage: (message: NewCoachMessage) => Promise<void>;
  /** True if a page is connected. */
  readonly hasPages: () => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timers?: Timers;
}
