import type { Assessment } from '../store/assessments.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { Phase } from '../store/phases.js';

/** What earlier sessions say about a skill. */
interface SkillEvidence {
  readonly skill_area: string;
  /** How many have assessed it. */
  readonly sessions: number;
  readonly hint_trend: 'fewer' | 'steady' | 'more' | 'unknown';
  /** The share of their phases that were completed, from 0 to 1. */
  readonly completion_rate: number;
}

type EvidenceStore = Pick<CoachingStore, 'plans' | 'progressEvents'>;

export async function gatherEvidence(
  store: EvidenceStore,
  assessments: readonly Assessment[],
): Promise<SkillEvidence[]> {
  const known = new Map<string, Promise<SessionCounts>>();
  const getCounts = (sessionId: string) => {
    const counts = known.get(sessionId) ?? countSession(store, sessionId);
    known.set(sessionId, counts);
    return counts;
  };
  return Promise.all(
    assessments.map(async ({ skillArea, history }) => {
      const ids = new Set(history.flatMap(({ sessionId }) => sessionId ?? []));
      // The oldest first.
      const sessions = await Promise.all([...ids].slice(0, MAX_SESSIONS).toReversed().map(getCounts));
      const [completed, phases] = [sum(sessions, 'completed'), sum(sessions, 'phases')];
      return {
        skill_area: skillArea,
        sessions: history.length,
        hint_trend: getTrend(sessions),
        completion_rate: phases === 0 ? 0 : Math.round((completed / phases) * 100) / 100,
      };
    }),
  );
}

const MAX_SESSIONS = 6;

/** How a session went, in figures. */
interface SessionCounts {
  readonly phases: number;
  readonly completed: number;
  readonly hints: number;
}

async function countSession(store: EvidenceStore, sessionId: string): Promise<SessionCounts> {
  const phases = await withHintsUsed(store, (await store.plans.current(sessionId))?.phases ?? []);
  return {
    phases: phases.length,
    completed: phases.filter(({ status }) => status === 'complete').length,
    hints: phases.reduce((total, { hintsUsed }) => total + hintsUsed, 0),
  };
}

/** Every phase with how often the person was shown hints in it. */
export function withHintsUsed(
  store: Pick<CoachingStore, 'progressEvents'>,
  phases: readonly Phase[],
): Promise<(Phase & { readonly hintsUsed: number })[]> {
  return Promise.all(
    phases.map(async (phase) => {
      const events = await store.progressEvents.list(phase.id);
      return { ...phase, hintsUsed: events.filter(({ eventType }) => eventType === 'hint_used').length };
    }),
  );
}

/** Hints per phase in the later half of the sessions, compared with the earlier half. */
function getTrend(sessions: readonly SessionCounts[]): SkillEvidence['hint_trend'] {
  const counted = sessions.filter(({ phases }) => phases > 0);
  if (counted.length < 2) return 'unknown';
  const middle = Math.floor(counted.length / 2);
  const [before, after] = [perPhase(counted.slice(0, middle)), perPhase(counted.slice(-middle))];
  if (before === after) return 'steady';
  return after < before ? 'fewer' : 'more';
}

function perPhase(sessions: readonly SessionCounts[]): number {
  return sum(sessions, 'hints') / sum(sessions, 'phases');
}

function sum(sessions: readonly SessionCounts[], field: keyof SessionCounts): number {
  return sessions.reduce((total, session) => total + session[field], 0);
}
