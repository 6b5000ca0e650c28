import { randomUUID } from 'node:crypto';
import type { ActionData } from '../action-log/action-data.js';
import type { ActionLogEvent } from '../action-log/create-action-log.js';
import type { TriageContext } from '../prompts/observer-triage.js';
import type { ObserverStatus } from '../sessions/session-state.js';
import { systemTimers } from '../timers.js';
import type { ActionType, Signal } from '../vocabulary.js';
import { createTriage, type Triage } from './create-triage.js';
import { type Decision, describeNudge } from './describe-nudge.js';
import type { ObserverDependencies, TestRun } from './observer.js';
import { ACTIVITIES, type TraceEvent, toTraceEvent } from './trace.js';
import { assembleContext, findCurrentFile, keyOfContext } from './triage-context.js';

export interface ObservedSession {
  readonly sessionId: string;
  readonly status: () => ObserverStatus;
  mute(isMuted: boolean): Promise<void>;
  /** The person wants to hear nothing of it in this phase. */
  decline(signal: Signal): void;
  noteTestRun(run: TestRun): void;
  /** A call that runs is completed and paid, and what it says is discarded. */
  stop(): void;
}

interface SessionObservation {
  /** Starts work that no caller waits for, and reports its failure. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Cancels calls. */
  readonly signal: AbortSignal;
}

/** Shared by the steps of one session's loop. */
interface LoopContext {
  readonly sessionId: string;
  readonly dependencies: ObserverDependencies;
  readonly trace: SessionTrace;
  /** Settles when what happened before this run of the program is in the trace. */
  readonly loaded: Promise<void>;
  readonly triage: Triage;
  readonly now: () => number;
  readonly state: {
    isActive: boolean;
    isMuted: boolean;
    isEvaluating: boolean;
    lastNudgeAt: number | undefined;
    lastEvaluationAt: string | null;
    /** The key of the context that was evaluated last. */
    lastKey: string | undefined;
    /** Actions that came before the earlier ones were read; undefined from then on. */
    received: Set<string> | undefined;
    bufferUpdates: number;
    /** Counts the phases that began or ended: what was seen before is about another phase. */
    phaseChanges: number;
    /** Counts the idle times that were evaluated since the person did something. */
    idleStep: number;
    readonly declined: Set<Signal>;
  };
}

export function observeSession(
  sessionId: string,
  dependencies: ObserverDependencies,
  { run, signal }: SessionObservation,
): ObservedSession {
  const { actionLog, clock, timers = systemTimers } = dependencies;
  const now = () => clock.now().getTime();
  const trace = createSessionTrace(now());
  const state: LoopContext['state'] = {
    ...{ isActive: true, isMuted: false, isEvaluating: false, lastNudgeAt: undefined, lastEvaluationAt: null },
    ...{ lastKey: undefined, received: new Set(), bufferUpdates: 0, phaseChanges: 0, idleStep: 0, declined: new Set() },
  };
  const triage = createTriage({ ...dependencies, sessionId, signal });
  const known = { sessionId, dependencies, trace, state };
  const context: LoopContext = { ...known, triage, now, loaded: run(() => loadEarlier(known)) };
  const unsubscribe = actionLog.subscribe((event) => {
    if (note(context, event)) void run(() => evaluateUnlessSuppressed(context));
  });
  const stopTimer = timers.every(IDLE_CHECK_MS, () => run(() => checkIdle(context)));
  return {
    sessionId,
    status: () => ({ active: state.isActive, muted: state.isMuted, lastEvaluation: state.lastEvaluationAt }),
    async mute(isMuted) {
      state.isMuted = isMuted;
      await actionLog.logAction(sessionId, 'observer_muted', { muted: isMuted });
    },
    decline: (declined) => void state.declined.add(declined),
    noteTestRun(test) {
      trace.add({ type: 'test_run', at: now(), ...test });
      void run(() => evaluateUnlessSuppressed(context));
    },
    stop() {
      state.isActive = false;
      unsubscribe();
      stopTimer();
    },
  };
}

const IDLE_CHECK_MS = 30_000;
const MINUTE = 60_000;
/** A person who is gone for the night costs three calls. */
const IDLE_TIMES_MS = [5 * MINUTE, 15 * MINUTE, 45 * MINUTE];
const COOLDOWN_MS = 120_000;
const MIN_BUFFER_UPDATES = 5;
const MIN_CONFIDENCE = 0.7;
const MAX_EARLIER_ACTIONS = 200;
const PHASE_CHANGES: ReadonlySet<ActionType> = new Set(['phase_started', 'phase_completed']);
const TRIGGERS: ReadonlySet<ActionType> = new Set(['file_open', 'file_save', ...PHASE_CHANGES]);

async function loadEarlier({
  sessionId,
  dependencies,
  trace,
  state,
}: Omit<LoopContext, 'triage' | 'now' | 'loaded'>): Promise<void> {
  const stored = await dependencies.actionLog.recent(sessionId, { limit: MAX_EARLIER_ACTIONS });
  const earlier = stored
    .filter(({ id }) => !state.received?.has(id))
    .map(toTraceEvent)
    .reverse();
  state.received = undefined;
  trace.addEarlier(earlier);
  state.lastNudgeAt ??= earlier.findLast(({ type }) => type === 'nudge_sent')?.at;
}

/** Says whether it is a reason to look at the session. */
function note({ sessionId, trace, state, now }: LoopContext, event: ActionLogEvent): boolean {
  if (event.kind === 'buffer_update') {
    if (event.sessionId !== sessionId) return false;
    const { path, charCount, textHash = '' } = event.update;
    trace.add({ type: 'buffer_update', at: now(), path, charCount, textHash });
    state.bufferUpdates++;
    return state.bufferUpdates >= MIN_BUFFER_UPDATES;
  }
  const { action } = event;
  if (action.sessionId !== sessionId) return false;
  trace.add(toTraceEvent(action));
  state.received?.add(action.id);
  if (action.actionType === 'phase_started') state.declined.clear();
  if (PHASE_CHANGES.has(action.actionType)) state.phaseChanges++;
  return TRIGGERS.has(action.actionType);
}

async function checkIdle(context: LoopContext): Promise<void> {
  const { state, trace, now, dependencies } = context;
  const idleMs = now() - trace.lastActivity();
  const step = IDLE_TIMES_MS.filter((time) => idleMs > time).length;
  if (step === 0) state.idleStep = 0;
  if (step > state.idleStep && dependencies.hasPages()) await evaluateUnlessSuppressed(context, step);
}

async function evaluateUnlessSuppressed(context: LoopContext, idleStep = 0): Promise<void> {
  const { state, now } = context;
  // A nudge before a restart counts, too.
  await context.loaded;
  if (!state.isActive || state.isMuted) return;
  state.bufferUpdates = 0;
  const { lastNudgeAt } = state;
  if (lastNudgeAt !== undefined && now() - lastNudgeAt < COOLDOWN_MS) return suppress(context, { reason: 'cooldown' });
  if (context.trace.isInFlow(now())) return suppress(context, { reason: 'flow_state' });
  if (state.isEvaluating) return;
  state.isEvaluating = true;
  const { phaseChanges } = state;
  try {
    if (idleStep > 0) state.idleStep = idleStep;
    await evaluate(context, idleStep);
  } finally {
    state.isEvaluating = false;
  }
  // The trigger of the new phase was skipped, and what was seen is about the old one.
  if (state.phaseChanges !== phaseChanges) await evaluateUnlessSuppressed(context);
}

async function suppress({ sessionId, dependencies }: LoopContext, data: ActionData['nudge_suppressed']): Promise<void> {
  await dependencies.actionLog.logAction(sessionId, 'nudge_suppressed', data);
}

async function evaluate(context: LoopContext, idleStep: number): Promise<void> {
  const { sessionId, dependencies, trace, triage, state, now } = context;
  const { phaseChanges } = state;
  /** The session or the phase may end, or the person may want silence, before the model has answered. */
  const isWanted = () => state.isActive && !state.isMuted && state.phaseChanges === phaseChanges;
  const observed = { sessionId, events: [...trace.events()], now: now(), lastNudgeAt: state.lastNudgeAt };
  const isStillTrue = watchForChange(trace);
  const seen = await assembleContext({ ...observed, isIdle: idleStep > 0 }, dependencies);
  const key = `${idleStep} ${keyOfContext(seen)}`;
  if (key === state.lastKey || !isWanted()) return;
  const decision = await triage(seen);
  state.lastKey = key;
  state.lastEvaluationAt = dependencies.clock.now().toISOString();
  if (decision === undefined) return;
  const isUseful = () => isWanted() && isStillTrue(decision.signal);
  if (isUseful()) await deliver(context, { decision, seen, isUseful });
}

/** From now on: says whether what the person has done since then contradicts a signal. */
function watchForChange(trace: SessionTrace): (signal: Signal) => boolean {
  const currentFile = () => findCurrentFile(trace.events())?.path;
  const before = { activity: trace.lastActivity(), file: currentFile() };
  return (signal) => {
    if (signal === 'idle') return trace.lastActivity() === before.activity;
    return signal !== 'wrong_file' || currentFile() === before.file;
  };
}

interface Delivery {
  readonly decision: Decision;
  readonly seen: TriageContext;
  readonly isUseful: () => boolean;
}

async function deliver(context: LoopContext, { decision, seen, isUseful }: Delivery): Promise<void> {
  const { sessionId, dependencies, state, now } = context;
  const { nudges, actionLog, announce, clock } = dependencies;
  const { signal, confidence } = decision;
  const reason = findReasonForSilence(context, decision);
  if (reason !== undefined) return suppress(context, { signal, confidence, reason });
  const nudge = { ...describeNudge(decision, seen), nudgeId: randomUUID(), sentAt: clock.now().toISOString() };
  await nudges.put(sessionId, nudge);
  // The end of the phase may have looked for nudges to forget before this one was there.
  if (state.isActive && !isUseful()) return nudges.remove(sessionId, nudge.nudgeId);
  state.lastNudgeAt = now();
  if (isUseful()) announce('observer:nudge', nudge);
  await actionLog.logAction(sessionId, 'nudge_sent', { signal, confidence });
}

function findReasonForSilence(context: LoopContext, { signal, confidence }: Decision): string | undefined {
  if (confidence < MIN_CONFIDENCE) return 'low_confidence';
  if (context.trace.isInFlow(context.now())) return 'flow_state';
  return context.state.declined.has(signal) ? 'declined' : undefined;
}

/** The events of a session, in the order of time. Edits and test runs are only kept here. */
interface SessionTrace {
  add(event: TraceEvent): void;
  /** Adds events that were stored before this run of the program. */
  addEarlier(events: readonly TraceEvent[]): void;
  readonly events: () => readonly TraceEvent[];
  /** When the person last did something. */
  readonly lastActivity: () => number;
  /** True if the person did more than ten things in the last minute. */
  readonly isInFlow: (now: number) => boolean;
}

function createSessionTrace(startedAt: number): SessionTrace {
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
