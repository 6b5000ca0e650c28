import { ACTIVITIES, type TraceEvent } from './trace.js';

/** What happened in a session, in the order of time. Edits and test runs are only kept here. */
export interface SessionTrace {
  add(event: TraceEvent): void;
  /** What was stored before this run of the program. */
  addEarlier(events: readonly TraceEvent[]): void;
  readonly events: () => readonly TraceEvent[];
  /** When the person last did something. */
  readonly lastActivity: () => number;
  /** Whether the person did more than ten things in the last minute. */
  readonly isInFlow: (now: number) => boolean;
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
    isInFlow(now) {
      let count = 0;
      // Backwards, because it is asked for with every action.
      for (let index = events.length - 1; index >= 0 && count <= MAX_RECENT; index--) {
        const { at, type } = events[index] as TraceEvent;
        if (now - at >= FLOW_MS) break;
        // Tests are run by an agent.
        if (ACTIVITIES.has(type) && type !== 'test_run') count++;
      }
      return count > MAX_RECENT;
    },
  };
}

/** Hours of typing. */
const MAX_EVENTS = 5_000;
const FLOW_MS = 60_000;
const MAX_RECENT = 10;
