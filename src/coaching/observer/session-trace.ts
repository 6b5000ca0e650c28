import { ACTIVITIES, type TraceEvent } from './trace.js';

/** What happened in a session, in the order of time. Edits and test runs are only kept here. */
export interface SessionTrace {
  add(event: TraceEvent): void;
  /** What was stored before this run of the program. */
  addEarlier(events: readonly TraceEvent[]): void;
  readonly events: () => readonly TraceEvent[];
  /** When the person last did something. */
  readonly lastActivity: () => number;
  /** What the person did in the last minute. */
  readonly countRecent: (now: number) => number;
}

export function createSessionTrace(startedAt: number): SessionTrace {
  let events: TraceEvent[] = [];
  let lastActivity = startedAt;
  return {
    add(event) {
      events.push(event);
      if (ACTIVITIES.has(event.type)) lastActivity = event.at;
      if (events.length > 2 * MAX_EVENTS) events = events.slice(-MAX_EVENTS);
    },
    addEarlier(earlier) {
      events.unshift(...earlier);
    },
    events: () => events,
    lastActivity: () => lastActivity,
    countRecent: (now) =>
      // Tests are run by an agent.
      events.filter(({ at, type }) => now - at < FLOW_MS && ACTIVITIES.has(type) && type !== 'test_run').length,
  };
}

/** Hours of typing. */
const MAX_EVENTS = 5_000;
const FLOW_MS = 60_000;
