import { type FileChange, type FileDiff, unifiedDiff } from './unified-diff.js';
import { locate, savedText, type WorkspaceContext } from './workspace-context.js';

export interface Comparing {
  /** What is typed against what is saved; empty if the buffer is clean or missing. */
  getDiff(path: string): Promise<string>;
  /** Of all files with unsaved changes. */
  getDiffs(): Promise<FileDiff[]>;
  /** What was changed since a phase began, saved or not. */
  getPhaseDiffs(phaseId: string): Promise<FileDiff[]>;
  /** The same as whole texts, also of files that have their first text again. */
  getPhaseChanges(phaseId: string): Promise<FileChange[]>;
  /** From now on, changes belong to this phase; null is no phase. */
  beginPhase(phaseId: string | null): Promise<void>;
  /** Deletes what a phase, or all phases of the project, began with. */
  forgetPhases(phaseId?: string): Promise<void>;
}

export function createComparing(context: WorkspaceContext): Comparing {
  const { buffers, baselines } = context;
  const typedText = (path: string) => {
    const entry = buffers.get(path);
    return entry?.dirty === true ? entry.content : undefined;
  };
  const diffOf = async (path: string) => {
    const typed = typedText(path);
    return typed === undefined ? '' : unifiedDiff(path, await savedText(context, path), typed);
  };

  async function getPhaseChanges(phaseId: string): Promise<FileChange[]> {
    const baseline = await baselines.list(phaseId);
    const paths = [...new Set([...baseline.keys(), ...buffers.dirtyPaths()])].sort();
    const changes: FileChange[] = [];
    for (const path of paths) {
      const saved = await savedText(context, path);
      const known = baseline.get(path);
      changes.push({ path, before: known === undefined ? saved : known, after: typedText(path) ?? saved });
    }
    return changes;
  }

  return {
    getDiff: async (path) => diffOf(locate(context, path)),
    getDiffs: () => collect(buffers.dirtyPaths(), diffOf),
    async getPhaseDiffs(phaseId) {
      const changes = await getPhaseChanges(phaseId);
      const diffs = changes.map(({ path, before, after }) => ({ path, diff: unifiedDiff(path, before, after) }));
      return diffs.filter(({ diff }) => diff !== '');
    },
    getPhaseChanges,
    beginPhase: (phaseId) => baselines.begin(phaseId),
    forgetPhases: (phaseId) => baselines.forget(phaseId),
  };
}

async function collect(paths: readonly string[], diffOf: (path: string) => Promise<string>): Promise<FileDiff[]> {
  const diffs: FileDiff[] = [];
  for (const path of paths) {
    const diff = await diffOf(path);
    if (diff !== '') diffs.push({ path, diff });
  }
  return diffs;
}
