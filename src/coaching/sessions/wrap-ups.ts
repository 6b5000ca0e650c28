import type { Session } from '../store/sessions.js';
import type { SessionSummary } from './session-state.js';

/** Finds out what was learned in sessions that end. A wrap-up survives a kill: the next run continues it. */
export interface WrapUps {
  /** Before the session ends, so that a kill in between loses neither. */
  request(sessionId: string, transcript: string | undefined): Promise<void>;
  /** After the session ended. Stores and announces the summary when it is done, whatever fails. */
  begin(session: Session, summary: SessionSummary): void;
  isRunning(sessionId: string): boolean;
  /** When it is done or the coach ends; at once for a session without one. */
  settled(sessionId: string): Promise<void>;
  /** The sessions of the project whose wrap-ups can continue, the oldest request first: not on a day whose money is spent. */
  pending(): Promise<readonly string[]>;
  /** With what the person wrote during the session. */
  forget(sessionId: string): Promise<void>;
  /** Stops what runs; the next run continues it. */
  close(): Promise<void>;
}
