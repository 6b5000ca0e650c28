import { MAX_GRAPH_BYTES } from '../graph/graph-files.js';
import type { KnowledgeItem } from '../item/item.js';
import {
  type GraphPart,
  graphSources,
  markOf,
  type ReadOptions,
  readGraphPart,
  sameSources,
} from './build-hook-index.js';
import { DEFAULT_HOOK_SETTINGS, type HookIndex, type HookSettings, type ProjectFolders } from './hook-index.js';
import { readIndexFile, type StoredIndex, writeIndexFile } from './index-file.js';

/** What a hook can read and parse in its time; larger graphs are indexed by the program itself. */
const MAX_HOOK_BYTES = 2_000_000;

/**
 * The index as the hook finds it: renewed if a graph changed and is small enough, otherwise the old one. Without any
 * it is empty, and guidance says nothing.
 */
export function loadHookIndex(folders: ProjectFolders): HookIndex {
  try {
    const stored = readIndexFile(folders);
    const isFresh = stored !== undefined && sameSources(stored.graphSources, graphSources(folders));
    const index = isFresh ? stored : (renew(folders, stored) ?? stored ?? emptyIndex());
    return withState(index);
  } catch {
    return { ...emptyIndex(), settingsAreStale: false };
  }
}

function withState(index: StoredIndex): HookIndex {
  const items = index.items.map(
    (item): KnowledgeItem =>
      item.isForeign === true && item.status === 'active' ? { ...item, status: 'draft' } : item,
  );
  return { ...index, items, settingsAreStale: areStale(index) };
}

function renew(folders: ProjectFolders, stored: StoredIndex | undefined): StoredIndex | undefined {
  const part = readGraphPart(folders, { maxBytes: MAX_HOOK_BYTES, known: stored, keepsUnchanged: true });
  if (part === undefined) return undefined;
  const index = withSettings(part, stored);
  // A project that knows nothing gets no file.
  if (index.items.length > 0 || stored !== undefined) writeIndexFile(folders, index);
  return index;
}

function withSettings(part: GraphPart, stored: StoredIndex | undefined): StoredIndex {
  return {
    ...part,
    settings: stored?.settings ?? DEFAULT_HOOK_SETTINGS,
    settingsSources: stored?.settingsSources ?? [],
  };
}

function areStale({ settingsSources }: StoredIndex): boolean {
  return !sameSources(
    settingsSources,
    settingsSources.map(({ path }) => markOf(path)),
  );
}

function emptyIndex(): StoredIndex {
  return { items: [], settings: DEFAULT_HOOK_SETTINGS, graphSources: [], settingsSources: [], faults: [] };
}

export interface SettingsForHooks {
  readonly settings: HookSettings;
  /** The configuration files that they were read from, and those that would count if they existed. */
  readonly files: readonly string[];
}

/** Makes the index again, whatever the old one says. Called where the configuration can be read. */
export function rebuildHookIndex(folders: ProjectFolders, given?: SettingsForHooks): HookIndex {
  const stored = readIndexFile(folders);
  const part = readGraphPart(folders, { maxBytes: MAX_GRAPH_BYTES, known: stored }) ?? tooLarge(folders);
  const index: StoredIndex = {
    ...withSettings(part, stored),
    ...(given !== undefined && { settings: given.settings, settingsSources: given.files.map(markOf) }),
  };
  // Where there is no data folder, nothing is written.
  writeIndexFile(folders, index);
  return withState(index);
}

/** After a graph was changed: only what is new is read. */
export function renewHookIndex(folders: ProjectFolders): void {
  writeIndexFile(folders, readRenewedIndex(folders));
}

/** The index as it would be now, with the texts of the graphs that had to be read for it. Nothing is written. */
export function readRenewedIndex(folders: ProjectFolders, onRead?: ReadOptions['onRead']): StoredIndex {
  const stored = readIndexFile(folders);
  const part = readGraphPart(folders, {
    maxBytes: MAX_GRAPH_BYTES,
    known: stored,
    keepsUnchanged: true,
    ...(onRead !== undefined && { onRead }),
  });
  return part === undefined ? (stored ?? emptyIndex()) : withSettings(part, stored);
}

function tooLarge(folders: ProjectFolders): GraphPart {
  const fault = 'the graph files are larger than 256 MB together and were not read';
  return { items: [], faults: [fault], graphSources: graphSources(folders) };
}
