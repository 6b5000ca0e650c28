import type { Announce, LastSummary, SessionSummary } from './session-state.js';

export function announceEnded(summary: SessionSummary, announce: Announce): void {
  announce('session:ended', endedOf(summary));
}

export function announceCompleted(summary: SessionSummary, announce: Announce): void {
  announce('session:completed', completedOf(summary));
}

export function endedOf({ sessionId, durationMs, phasesCompleted }: SessionSummary): LastSummary['ended'] {
  return { summary: { sessionId, durationMs, phasesCompleted } };
}

export function completedOf(summary: SessionSummary): NonNullable<LastSummary['completed']> {
  const { sessionStatus: _status, durationMs: _duration, phasesCompleted: _phases, ...completed } = summary;
  return completed;
}
