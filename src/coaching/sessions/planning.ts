import { CoachError } from '../coach-error.js';
import type { Phase } from '../store/phases.js';
import type { CoachPlan, Planning } from './coach-sessions.js';
import { levelsWithMore, showPhaseHints } from './phase-hints.js';
import {
  activePhase,
  countAskedHints,
  expectActive,
  noteActive,
  readPhases,
  type SessionContext,
  toPhaseState,
} from './session-context.js';

export function createPlanning(context: SessionContext): Planning {
  const { store, details, announce, actionLog, inOrder } = context;
  return {
    usePlan: (plan) =>
      inOrder(async () => {
        const { session } = expectActive(context);
        if (session.id !== plan.sessionId)
          throw new CoachError('NO_SESSION', 'the session of this plan is not active any more');
        const { phases } = (await store.plans.get(plan.id)) ?? (await store.plans.create({ ...plan, isStarted: true }));
        await logPlan(context, plan, phases);
        await noteActive(context);
        const states = phases.map(toPhaseState);
        announce('coaching:plan_ready', { planId: plan.id, ...plan.details, phases: states });
        const phase = activePhase(phases);
        if (phase !== undefined) await showPhaseHints(context, phase);
        return states;
      }),

    showMoreHints: (announceLevel = announce) =>
      inOrder(async () => {
        const { session } = expectActive(context);
        const phase = activePhase(await readPhases(context, session.id));
        if (phase === undefined)
          throw new CoachError('CONFLICT', 'No phase is active: begin one, then ask for a hint.');
        const { hintLevel: previousLevel } = await details.get(session);
        const [level] = levelsWithMore(context, previousLevel);
        if (level === undefined) {
          throw new CoachError(
            'CONFLICT',
            'There is no further hint for this phase; ask Claude Code about what is still unclear.',
          );
        }
        await details.change(session, { hintLevel: level });
        await store.phases.update(phase.id, { hintLevel: level });
        await store.progressEvents.record(phase.id, 'hint_used', { level, previousLevel });
        await actionLog.logAction(session.id, 'hint_level_change', { level, previousLevel });
        announceLevel('hints:level', { level, hintsUsed: await countAskedHints(context, phase) });
      }),
  };
}

/** Once, also if the program ended between storing the plan and this. */
async function logPlan(
  { actionLog }: SessionContext,
  { id, sessionId }: CoachPlan,
  phases: readonly Phase[],
): Promise<void> {
  const logged = await actionLog.recent(sessionId, { types: ['coaching_pipeline', 'phase_started'] });
  const isLogged = logged.some(({ actionType, data }) => actionType === 'coaching_pipeline' && data.planId === id);
  const first = activePhase(phases);
  const isFirstLogged = logged.some(
    ({ actionType, data }) => actionType === 'phase_started' && data.phaseId === first?.id,
  );
  if (!isLogged) await actionLog.logAction(sessionId, 'coaching_pipeline', { planId: id, phaseCount: phases.length });
  if (first === undefined || isFirstLogged) return;
  const { id: phaseId, number: phaseNumber, title } = first;
  await actionLog.logAction(sessionId, 'phase_started', { phaseId, phaseNumber, title });
}
