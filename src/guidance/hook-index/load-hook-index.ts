import { graphSources, markOf, readGraphPart, sameSources } from './build-hook-index.js';
import { DEFAULT_HOOK_SETTINGS, type GuidancePlace, type HookIndex, type HookSettings } from './hook-index.js';
import { readIndexFile, type StoredIndex, writeIndexFile } from './index-file.js';

/** What a hook can read and parse in its time; larger graphs are indexed by the program itself. */
const HOOK_MOST_BYTES = 4_000_000;

/**
 * The index as the hook finds it: renewed if a graph changed and is small enough, otherwise the old one. Without any
 * it is empty, and guidance says nothing.
 */
export function loadHookIndex(place: GuidancePlace): HookIndex {
  try {
    const stored = readIndexFile(place.dataFolder);
    const isFresh = stored !== undefined && sameSources(stored.graphSources, graphSources(place.projectFolder));
    const index = isFresh ? stored : (renew(place, stored) ?? stored ?? emptyIndex());
    return { ...index, settingsAreStale: areStale(index) };
  } catch {
    return { ...emptyIndex(), settingsAreStale: false };
  }
}

function renew(place: GuidancePlace, stored: StoredIndex | undefined): StoredIndex | undefined {
  const part = readGraphPart(place.projectFolder, HOOK_MOST_BYTES, stored?.items);
  if (part === undefined) return undefined;
  const index: StoredIndex = {
    ...part,
    settings: stored?.settings ?? DEFAULT_HOOK_SETTINGS,
    settingsSources: stored?.settingsSources ?? [],
  };
  // A project that knows nothing gets no file.
  if (index.items.length > 0 || stored !== undefined) writeIndexFile(place.dataFolder, index);
  return index;
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

/** What the program itself indexes at most. */
const MOST_BYTES = 256_000_000;

export interface SettingsForHooks {
  readonly settings: HookSettings;
  /** The configuration files that they were read from, and those that would count if they existed. */
  readonly files: readonly string[];
}

/** Makes the index anew, whatever the old one says. Called by whoever can read the configuration. */
export function rebuildHookIndex(place: GuidancePlace, given?: SettingsForHooks): HookIndex {
  const stored = readIndexFile(place.dataFolder);
  const part = readGraphPart(place.projectFolder, MOST_BYTES, stored?.items) ?? {
    items: [],
    faults: ['the graph files are larger than 256 MB together and were not read'],
    graphSources: graphSources(place.projectFolder),
  };
  const index: StoredIndex = {
    ...part,
    settings: given?.settings ?? stored?.settings ?? DEFAULT_HOOK_SETTINGS,
    settingsSources: given?.files.map(markOf) ?? stored?.settingsSources ?? [],
  };
  writeIndexFile(place.dataFolder, index);
  return { ...index, settingsAreStale: areStale(index) };
}
