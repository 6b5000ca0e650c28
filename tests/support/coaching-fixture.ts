import { onTestFinished } from 'vitest';
import {
  type CoachingData,
  type CoachingDataOptions,
  type CoachingStore,
  type NewPhase,
  openCoachingData,
  type Session,
  type Timers,
} from '../../src/coaching/index.js';
import type { Clock } from '../../src/kernel/clock.js';
import { scratchFolder } from './scratch-folder.js';

/** A clock that a test moves. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
  /** As a person or a wrong time server does it: no time passes. */
  setAhead(milliseconds: number): void;
}

export function movableClock(start = '2026-11-16T10:00:00.000Z'): MovableClock {
  let time = Date.parse(start);
  let ahead = 0;
  return {
    now: () => new Date(time + ahead),
    elapsed: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
    setAhead(milliseconds) {
      ahead += milliseconds;
    },
  };
}

interface CoachingFixture extends CoachingData {
  readonly folder: string;
  readonly clock: MovableClock;
  /** The events of the program's log. */
  readonly logged: readonly string[];
  readonly timers: ManualTimers;
}

/** A real `paige.db` in a folder of its own, closed when the test is done. */
export async function coachingIn(
  options: Pick<Partial<CoachingDataOptions>, 'driver' | 'folder'> = {},
): Promise<CoachingFixture> {
  const { folder = scratchFolder('coaching'), ...rest } = options;
  const clock = movableClock();
  const timers = manualTimers();
  const logged: string[] = [];
  const logger = { log: (level: string, event: string) => void (level === 'info' || logged.push(event)) };
  const data = await openCoachingData({ folder, timers, clock, logger, ...rest });
  onTestFinished(() => data.close());
  return { ...data, folder, clock, timers, logged };
}

interface ManualTimers extends Timers {
  /** Runs what waits for a timer. */
  fire(): Promise<void>;
  /** What waits for the timers of an interval: the last tick of a timer can be late. */
  waiting(intervalMs: number): (() => Promise<void>)[];
  /** In milliseconds, of the timers that run. */
  intervals(): number[];
}

export function manualTimers(): ManualTimers {
  const running = new Set<{ readonly intervalMs: number; readonly work: () => Promise<void> }>();
  return {
    every(intervalMs, work) {
      const timer = { intervalMs, work };
      running.add(timer);
      return () => void running.delete(timer);
    },
    async fire() {
      for (const { work } of [...running]) await work();
    },
    waiting: (intervalMs) => [...running].filter((timer) => timer.intervalMs === intervalMs).map(({ work }) => work),
    intervals: () => [...running].map(({ intervalMs }) => intervalMs),
  };
}

export function startSession(store: CoachingStore, projectDir = '/projects/shop'): Promise<Session> {
  return store.sessions.create({ projectDir, issueNumber: 42, issueTitle: 'Cart loses items' });
}

export function newPhase(title: string, changes: Partial<NewPhase> = {}): NewPhase {
  return { title, description: `Do this: ${title}`, hintLevel: 'file', expectedFiles: ['src/cart.ts'], ...changes };
}
