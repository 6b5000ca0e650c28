import { basename, join } from 'node:path';
import { failure, type Result, success } from '../../kernel/result.js';
import { withFileLock } from '../../storage/own-files/file-lock.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import { graphPath, makeGraphFolder } from '../graph/graph-files.js';
import type { GraphText } from '../graph/graph-text.js';
import { modeOf, openGraph, whyNotWritable } from '../graph/open-graph.js';
import type { ProjectFolders } from '../hook-index/hook-index.js';
import { updateHookIndex } from '../hook-index/load-hook-index.js';

export interface Changed<Value> {
  /** The new text of the file; undefined if it stays as it is. */
  readonly text: string | undefined;
  readonly value: Value;
}

/** One change of one graph file: read, changed and written while no other process changes it; then the index follows. */
export async function changeGraph<Value>(
  folders: ProjectFolders,
  graph: string,
  change: (text: GraphText) => Result<Changed<Value>, KnowledgeFailure>,
): Promise<Result<Value, KnowledgeFailure>> {
  const path = graphPath(folders.projectFolder, graph);
  try {
    const locked = await withGraphLock(folders, LOCK_WAIT_MS, async () => {
      const opened = openGraph(path);
      if (!opened.ok) return opened;
      const changed = change(opened.value.graph);
      if (!changed.ok) return changed;
      const { text, value } = changed.value;
      if (text !== undefined) {
        const problem = whyNotWritable(opened.value);
        if (problem !== undefined) return failure(problem);
        makeGraphFolder(folders.projectFolder);
        await writeOwnFile(opened.value.path, text, { mode: modeOf(opened.value) });
        updateHookIndex(folders);
      }
      return success(value);
    });
    return locked?.value ?? failure(beingChanged(basename(path)));
  } catch (error) {
    return failure(unwritable(basename(path), error));
  }
}

export function beingChanged(name: string): KnowledgeFailure {
  return { kind: 'busy', message: `${name} is being changed by another process; try again.` };
}

export function unwritable(name: string, error: unknown): KnowledgeFailure {
  const cause = error instanceof Error ? error.message : String(error);
  return { kind: 'unwritable', message: `${name} could not be written: ${cause}` };
}

export const LOCK_WAIT_MS = 2000;

/** Does some work while no other process of ours changes the graphs. Undefined if the lock was not free in time. */
export async function withGraphLock<Value>(
  folders: ProjectFolders,
  waitMs: number,
  work: () => Promise<Value> | Value,
): Promise<{ readonly value: Value } | undefined> {
  const dataFolder = folders.makeDataFolder?.() ?? folders.dataFolder;
  const locked = await withFileLock(join(dataFolder, '.graphs.lock'), waitMs, work);
  return 'value' in locked ? locked : undefined;
}
