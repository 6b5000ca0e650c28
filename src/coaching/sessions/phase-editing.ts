import { plainLine } from '../../kernel/plain-text.js';
import { CoachError } from '../coach-error.js';
import type { Phase } from '../store/phases.js';
import { HINT_LEVELS, type HintLevel, type PhaseStatus } from '../vocabulary.js';
import type { PhaseEditing } from './coach-sessions.js';
import { levelsWithMore, showPhaseHints } from './phase-hints.js';
import {
  activePhase,
  countAskedHints,
  expectActive,
  getBaseline,
  noteActive,
  readPhases,
  type SessionContext,
  toPhaseState,
} from './session-context.js';
import type { Announce, PhaseChange } from './session-state.js';

export function createPhaseEditing(context: SessionContext): PhaseEditing {
  const { store, details, workspace, inOrder } = context;
  return {
    ...createArranging(context),

    createPhase: ({ title, description = '' }, announce = context.announce) =>
      inOrder(async () => {
        const { session } = expectActive(context);
        const { hintLevel } = await details.get(session);
        const phase = { title: parseTitle(title), description: description.trim(), hintLevel, expectedFiles: [] };
        const plan = await store.plans.current(session.id);
        const added = plan
          ? await store.phases.add(plan.id, phase)
          : // Phases that are typed by hand have a plan without a text.
            (await store.plans.create({ sessionId: session.id, rawPlanText: '', phases: [phase] })).phases[0];
        if (added === undefined) throw new CoachError('INTERNAL_ERROR', 'the phase was not stored');
        return announcePhase(added, announce);
      }),

    updatePhase: (number, change, announce = context.announce) =>
      inOrder(async () => {
        const { session } = expectActive(context);
        const phases = await readPhases(context, session.id);
        const phase = findPhase(phases, number);
        const texts = await changeTexts(context, phase, change);
        const status = change.status ?? phase.status;
        const others = status === 'active' ? await endOthers(context, phases, number) : [];
        const changed = await setStatus(context, texts, status);
        await noteActive(context);
        const state = announcePhase(changed, announce);
        for (const other of others) announcePhase(other, announce);
        if (changed.status === 'active' && phase.status !== 'active') await showPhaseHints(context, changed);
        return state;
      }),

    setHintLevel: (level, announce = context.announce) =>
      inOrder(async () => {
        // Without a session, only pages remember it.
        const phase = context.active && (await storeHintLevel(context, level));
        announce('hints:level', { level, ...(phase && { hintsUsed: await countAskedHints(context, phase) }) });
      }),

    async phaseDiffs() {
      const { session } = expectActive(context);
      const active = activePhase(await readPhases(context, session.id));
      return workspace.getPhaseDiffs(getBaseline(session.id, active));
    },
  };
}

/** Only of phases that have not begun. */
function createArranging(context: SessionContext): Pick<PhaseEditing, 'deletePhase' | 'movePhase'> {
  const { store, workspace, inOrder } = context;
  return {
    deletePhase: (phaseId, announce = context.announce) =>
      inOrder(async () => {
        expectPending(await expectPhase(context, phaseId));
        // First: without the phase, deleting the session would not find its texts.
        await workspace.forgetPhases(phaseId);
        await store.phases.remove(phaseId);
        return announceAll(context, announce);
      }),

    movePhase: (phaseId, to, announce = context.announce) =>
      inOrder(async () => {
        expectPending(await expectPhase(context, phaseId));
        expectPending(findPhase(await readPhases(context, expectActive(context).session.id), to));
        await store.phases.move(phaseId, to);
        return announceAll(context, announce);
      }),
  };
}

function parseTitle(title: string): string {
  const text = plainLine(title);
  if (text === '') throw new CoachError('INVALID_MESSAGE', 'give the phase a title');
  return text;
}

function findPhase(phases: readonly Phase[], number: number): Phase {
  const phase = phases.find((candidate) => candidate.number === number);
  if (phase !== undefined) return phase;
  const known = phases.length === 0 ? 'there are none yet' : `there are 1 to ${phases.length}`;
  throw new CoachError('NOT_FOUND', `the session has no phase ${number}; ${known}`);
}

/** Of the active session only. */
async function expectPhase(context: SessionContext, id: string): Promise<Phase> {
  const phases = await readPhases(context, expectActive(context).session.id);
  const phase = phases.find((candidate) => candidate.id === id);
  if (phase !== undefined) return phase;
  throw new CoachError('NOT_FOUND', 'the session does not have this phase any more');
}

function expectPending({ number, title, status }: Phase): void {
  if (status === 'pending') return;
  throw new CoachError(
    'CONFLICT',
    `phase ${number} (${JSON.stringify(title)}) has begun; only pending ones can be deleted or moved`,
  );
}

async function announceAll(context: SessionContext, announce: Announce) {
  const phases = (await readPhases(context, expectActive(context).session.id)).map(toPhaseState);
  announce('coaching:phases', { phases });
  return phases;
}

async function changeTexts({ store }: SessionContext, phase: Phase, { title, description }: PhaseChange) {
  if (title === undefined && description === undefined) return phase;
  return store.phases.update(phase.id, {
    title: title === undefined ? phase.title : parseTitle(title),
    description: description?.trim() ?? phase.description,
  });
}

/** Before the new one begins, so that there are never two. */
async function endOthers(context: SessionContext, phases: readonly Phase[], next: number): Promise<Phase[]> {
  const changed: Phase[] = [];
  for (const phase of phases) {
    if (phase.status !== 'active' || phase.number === next) continue;
    changed.push(await setStatus(context, phase, phase.number < next ? 'complete' : 'pending'));
  }
  return changed;
}

async function setStatus(context: SessionContext, phase: Phase, status: PhaseStatus): Promise<Phase> {
  if (phase.status === status) return phase;
  const { phase: changed } = await context.store.phases.setStatus(phase.id, status);
  const { session } = expectActive(context);
  const data = { phaseId: changed.id, phaseNumber: changed.number, title: changed.title };
  if (status === 'active') await context.actionLog.logAction(session.id, 'phase_started', data);
  if (status === 'complete') await context.actionLog.logAction(session.id, 'phase_completed', data);
  return changed;
}

/** Returns the active phase. */
async function storeHintLevel(context: SessionContext, level: HintLevel): Promise<Phase | undefined> {
  const { store, details } = context;
  const { session } = expectActive(context);
  const { hintLevel: previousLevel } = await details.get(session);
  await details.change(session, { hintLevel: level });
  const phase = activePhase(await readPhases(context, session.id));
  if (phase === undefined) return undefined;
  await store.phases.update(phase.id, { hintLevel: level });
  const isUpTo = (other: HintLevel) => HINT_LEVELS.indexOf(other) <= HINT_LEVELS.indexOf(level);
  if (level === previousLevel || !isUpTo(previousLevel)) return phase;
  await store.progressEvents.record(phase.id, 'hint_escalated', { level, previousLevel });
  const showsMore = levelsWithMore(context, previousLevel).some(isUpTo);
  if (showsMore) await store.progressEvents.record(phase.id, 'hint_used', { level, previousLevel });
  return phase;
}

function announcePhase(stored: Phase, announce: Announce) {
  const phase = toPhaseState(stored);
  announce('coaching:phase_update', { phase, status: phase.status, description: phase.description });
  return phase;
}
