import { listGraphPaths, MAX_GRAPH_BYTES } from '../graph/graph-files.js';
import {
  DEFAULT_HOOK_SETTINGS,
  type HookIndex,
  inForce,
  isUnchanged,
  type KnowledgeIndex,
  type ProjectFolders,
} from './hook-index.js';
import { readIndexFile, type StoredIndex, writeIndexFile } from './index-file.js';
import { readGraphs } from './read-graphs.js';

/** What a hook can read and parse in its time; larger graphs are indexed by the program itself. */
const MAX_HOOK_BYTES = 2_000_000;

/**
 * The index as a hook finds it. If a pull or an editor changed a graph since it was written, or if it is damaged, this
 * hook makes it again, unless that is too much to read. Without any it is empty, and guidance says nothing.
 */
export function loadHookIndex(folders: ProjectFolders): HookIndex {
  try {
    const stored = readIndexFile(folders);
    if (stored === undefined || !isFresh(stored, folders)) return remake(folders);
    const { settings, projectVersion, count } = stored;
    return {
      settings,
      projectVersion,
      hasItems: count > 0,
      get items() {
        return (wholeIndex(stored) ?? remake(folders)).items.map(inForce);
      },
      itemsFor(action) {
        try {
          return stored.itemsFor(action).map(inForce);
        } catch {
          return remake(folders).items;
        }
      },
    };
  } catch {
    return toHookIndex(EMPTY);
  }
}

/** The knowledge of a project as its files are now; graphs that did not change are not read again. Nothing is written. */
export function readIndex(folders: ProjectFolders): KnowledgeIndex {
  const stored = wholeIndex(readIndexFile(folders));
  const known = stored ?? EMPTY;
  return follow(folders, stored, MAX_GRAPH_BYTES) ?? { ...known, faults: [TOO_LARGE] };
}

const TOO_LARGE = 'the graph files are larger than 256 MB together and were not read';

/** Called after a change of a graph, and where the configuration is read: writes the index unless it is up to date. */
export function updateHookIndex(folders: ProjectFolders): void {
  const { hookSettings } = folders;
  const stored = readIndexFile(folders);
  const hasSettings = JSON.stringify(hookSettings ?? stored?.settings) === JSON.stringify(stored?.settings);
  if (stored === undefined || !hasSettings || !isFresh(stored, folders)) writeIndexFile(folders, readIndex(folders));
}

function isFresh({ sources }: StoredIndex, { projectFolder }: ProjectFolders): boolean {
  const known = new Set(sources.map(({ path }) => path));
  return sources.every(isUnchanged) && listGraphPaths(projectFolder).every((path) => known.has(path));
}

function remake(folders: ProjectFolders): HookIndex {
  const stored = wholeIndex(readIndexFile(folders));
  const index = follow(folders, stored, MAX_HOOK_BYTES);
  // A project that knows nothing gets no file.
  if (index !== undefined && (index.items.length > 0 || stored !== undefined)) {
    writeIndexFile(folders, index);
  }
  return toHookIndex(index ?? stored ?? EMPTY);
}

/** Undefined if the graphs that changed are larger than that. */
function follow(
  folders: ProjectFolders,
  stored: KnowledgeIndex | undefined,
  maxBytes: number,
): KnowledgeIndex | undefined {
  const read = readGraphs(folders, maxBytes, stored);
  return read && { ...read, settings: folders.hookSettings ?? stored?.settings ?? DEFAULT_HOOK_SETTINGS };
}

const EMPTY: KnowledgeIndex = {
  items: [],
  settings: DEFAULT_HOOK_SETTINGS,
  sources: [],
  graphFaults: [],
  faults: [],
};

function toHookIndex(index: KnowledgeIndex): HookIndex {
  const items = index.items.map(inForce);
  const { settings, projectVersion } = index;
  return { settings, projectVersion, hasItems: items.length > 0, items, itemsFor: () => items };
}

/** Undefined if its items are damaged. */
function wholeIndex(stored: StoredIndex | undefined): StoredIndex | undefined {
  try {
    return stored?.items === undefined ? undefined : stored;
  } catch {
    return undefined;
  }
}
