import { type FileDiff, unifiedDiff } from './unified-diff.js';
import { locate, savedText, type WorkspaceContext } from './workspace-context.js';

export interface Comparing {
  /** What is typed against what is saved; empty if the buffer is clean or missing. */
  getDiff(path: string): Promise<string>;
  /** Of all files with unsaved changes. */
  getDiffs(): Promise<FileDiff[]>;
  /** What was changed since a phase began, saved or not. */
  getPhaseDiffs(phaseId: string): Promise<FileDiff[]>;
  /** From now on, changes belong to this phase; null is no phase. */
  beginPhase(phaseId: string | null): Promise<void>;
  /** Deletes what phases of the project began with. */
  forgetPhases(): Promise<void>;
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

  return {
    getDiff: async (path) => diffOf(locate(context, path)),
    getDiffs: () => collect(buffers.dirtyPaths(), diffOf),
    async getPhaseDiffs(phaseId) {
      const before = await baselines.list(phaseId);
      const paths = [...new Set([...before.keys(), ...buffers.dirtyPaths()])].sort();
      return collect(paths, async (path) => {
        const saved = await savedText(context, path);
        const known = before.get(path);
        return unifiedDiff(path, known === undefined ? saved : known, typedText(path) ?? saved);
      });
    },
    beginPhase: (phaseId) => baselines.begin(phaseId),
    forgetPhases: () => baselines.forgetAll(),
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
