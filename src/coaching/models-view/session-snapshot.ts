import type { CoachingStore } from '../store/coaching-store.js';
import type { PhaseHint } from '../store/phase-hints.js';
import type { Phase } from '../store/phases.js';
import type { Plan } from '../store/plans.js';
import { STATE_ITEMS, type StateItem } from '../vocabulary.js';
import type { ModelsView } from './models-view.js';

/** What a model asked about a session, without secrets. */
type SessionSnapshot = { readonly [Item in StateItem]?: Awaited<ReturnType<ItemReaders[Item]>> };

interface SnapshotDependencies {
  readonly store: Pick<CoachingStore, 'sessions' | 'plans' | 'progressEvents' | 'phaseHints' | 'assessments'>;
  readonly view: Pick<ModelsView, 'openFiles' | 'getBuffers' | 'getDiffs' | 'redact'>;
}

export type ReadSnapshot = (sessionId: string, include?: readonly StateItem[]) => Promise<SessionSnapshot>;

/** An empty list of items is all of them. */
export function createSnapshots({ store, view }: SnapshotDependencies): ReadSnapshot {
  return async (sessionId, include = []) => {
    const readers = itemReaders({ store, view }, { sessionId, plan: await store.plans.current(sessionId) });
    const items = STATE_ITEMS.filter((item) => include.length === 0 || include.includes(item));
    const entries = await Promise.all(items.map(async (item) => [item, await readers[item]()] as const));
    return view.redact(Object.fromEntries(entries) as SessionSnapshot);
  };
}

interface SnapshotSession {
  readonly sessionId: string;
  readonly plan: Plan | undefined;
}

type ItemReaders = ReturnType<typeof itemReaders>;

function itemReaders({ store, view }: SnapshotDependencies, { sessionId, plan }: SnapshotSession) {
  const phase = plan?.phases.find(({ status }) => status === 'active');
  return {
    open_files: () => view.openFiles(),
    buffers: async () =>
      (await view.getBuffers()).map(({ path, content, cursorPosition, dirty }) => ({
        path,
        content,
        cursorPosition,
        dirty,
      })),
    diffs: () => view.getDiffs(),
    phase: async () => (phase === undefined ? null : describePhase(phase)),
    plan: async () =>
      plan === undefined
        ? null
        : { id: plan.id, phases: plan.phases.map(({ number, title, status }) => ({ number, title, status })) },
    async progress() {
      const events = await Promise.all((plan?.phases ?? []).map(({ id }) => store.progressEvents.list(id)));
      return events.flat().map(({ eventType, data, createdAt }) => ({ eventType, data, createdAt }));
    },
    async hints() {
      const hints = phase === undefined ? [] : await store.phaseHints.list(phase.id);
      return {
        fileHints: hints.filter(({ type }) => type === 'file').map(describeHint),
        lineHints: hints.filter(({ type }) => type === 'line').map(describeHint),
      };
    },
    async session() {
      const session = await store.sessions.get(sessionId);
      if (session === undefined) return null;
      const { id, projectDir, issueNumber, issueTitle, startedAt } = session;
      return { id, projectDir, ...(issueNumber !== null && { issueNumber }), issueTitle, startedAt };
    },
    dreyfus: async () =>
      (await store.assessments.list()).map(({ skillArea, stage, confidence }) => ({ skillArea, stage, confidence })),
  };
}

function describePhase({ id, number, title, status, hintLevel }: Phase) {
  return { id, number, title, status, hintLevel };
}

function describeHint({ id: _id, phaseId: _phaseId, type: _type, ...hint }: PhaseHint) {
  return hint;
}
