import type { Clock } from '../../kernel/clock.js';
import { cutText } from '../../kernel/cut-text.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { ActionLog } from '../action-log/create-action-log.js';
import { CoachError } from '../coach-error.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { Phase } from '../store/phases.js';
import type { Session } from '../store/sessions.js';
import type { Workspace } from '../workspace/workspace.js';
import type { PhaseReviews } from './phase-reviews.js';
import type { PlanRuns } from './plan-runs.js';
import type { SessionDetails } from './session-details.js';
import type { Announce, FileHint, Highlight, SessionState } from './session-state.js';
import type { WrapUps } from './wrap-ups.js';

/** What the parts of the sessions share. */
export interface SessionContext {
  readonly store: CoachingStore;
  readonly details: SessionDetails;
  readonly planRuns: Pick<PlanRuns, 'details'>;
  readonly reviews: Pick<PhaseReviews, 'list'>;
  readonly actionLog: ActionLog;
  readonly workspace: SessionWorkspace;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly wrapUps: WrapUps;
  /** Tells hooks, and settles when they can know. */
  readonly note: (session: ActiveSession | undefined) => Promise<void>;
  /** One change at a time: two pages and an agent can ask at once. */
  readonly inOrder: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Undefined without an active session. */
  active: ActiveState | undefined;
  /** Not stored: they are only true while the coach runs. */
  readonly highlights: Highlight[];
  readonly fileHints: Map<string, FileHint>;
}

type SessionWorkspace = Pick<
  Workspace,
  'root' | 'locate' | 'openFile' | 'openFiles' | 'beginPhase' | 'forgetPhases' | 'getPhaseDiffs'
>;

interface ActiveState {
  readonly session: Session;
  isPaused: boolean;
  /** True if a hook has reported. */
  isProtected: boolean;
}

/** What hooks have to know. */
export interface ActiveSession {
  readonly id: string;
  readonly isPaused: boolean;
  /** The title of the active phase. */
  readonly phase: string | null;
}

export function expectActive({ active }: SessionContext): ActiveState {
  if (active !== undefined) return active;
  throw new CoachError(
    'NO_SESSION',
    'No active session: start or resume one on the page of the coach, or with paige_start_session.',
  );
}

/** Of this project only. */
export async function findSession({ store, workspace }: SessionContext, id: string): Promise<Session> {
  const session = await store.sessions.get(id);
  if (session?.projectDir === workspace.root) return session;
  throw new CoachError('NOT_FOUND', `this project has no session ${JSON.stringify(id)}`);
}

export async function readPhases({ store }: SessionContext, sessionId: string): Promise<readonly Phase[]> {
  return (await store.plans.current(sessionId))?.phases ?? [];
}

export async function readState(context: SessionContext): Promise<SessionState> {
  const { session, isPaused } = expectActive(context);
  const [{ issueContext, hintLevel }, plan] = await Promise.all([
    context.details.get(session),
    context.store.plans.current(session.id),
  ]);
  const phases = plan?.phases ?? [];
  const details = plan && (await context.planRuns.details(plan.id));
  return {
    sessionId: session.id,
    issueContext,
    phases: phases.map(toPhaseState),
    plan: plan && details ? { planId: plan.id, ...details } : null,
    hintLevel,
    hintsUsed: await countAskedHints(context, activePhase(phases)),
    isPaused,
  };
}

/** How often the person asked for one more hint, or for a higher level that shows more. */
export async function countAskedHints({ store }: SessionContext, phase: Phase | undefined): Promise<number> {
  const events = phase === undefined ? [] : await store.progressEvents.list(phase.id);
  // What an agent pointed out and what the phase began with have no level before.
  return events.filter(({ eventType, data }) => eventType === 'hint_used' && data?.previousLevel !== undefined).length;
}

export function toPhaseState({ id, number, title, description, status, hintLevel, expectedFiles }: Phase) {
  return { id, number, title, description, status, hintLevel, expectedFiles };
}

/** After every change of the session or its phases: baselines and hooks follow. */
export async function noteActive(context: SessionContext): Promise<void> {
  const { active, workspace } = context;
  if (active === undefined) {
    await workspace.beginPhase(null);
    return context.note(undefined);
  }
  const { session, isPaused } = active;
  const phase = activePhase(await readPhases(context, session.id));
  await workspace.beginPhase(getBaseline(session.id, phase));
  await context.note({
    id: session.id,
    isPaused,
    phase: phase === undefined ? null : cutText(plainLine(phase.title), MAX_NOTED_TITLE),
  });
}

/** Hooks read a file of limited size, and show the title. */
const MAX_NOTED_TITLE = 200;

export function activePhase(phases: readonly Phase[]): Phase | undefined {
  return phases.find(({ status }) => status === 'active');
}

/** Changes outside of a phase count from the beginning of the session. */
export function getBaseline(sessionId: string, activePhase: Phase | undefined): string {
  return activePhase?.id ?? sessionId;
}
