import { statSync } from 'node:fs';
import type { HookSettings } from '../files/project-folders.js';
import type { KnowledgeItem } from '../item/item.js';
import type { ToolAction } from '../relevance/tool-action.js';

export type { HookSettings, ProjectFolders } from '../files/project-folders.js';

export const DEFAULT_HOOK_SETTINGS: HookSettings = {
  enabled: true,
  threshold: 0.7,
  maxItems: 3,
  critical: 'pause-once',
  holdout: 0,
  checkInEvery: 10,
  draftDays: 30,
};

/** A file that the index was made from, as it was then; a missing one has size -1. */
export interface SourceMark {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
}

/** Everything that is known of a project, from its graphs and settings. */
export interface KnowledgeIndex {
  /** A foreign item that its file calls active is still active here; `inForce` makes it a draft. */
  readonly items: readonly KnowledgeItem[];
  readonly settings: HookSettings;
  /** The version of the project, for items that hold for some versions only. */
  readonly projectVersion?: string | undefined;
  readonly sources: readonly SourceMark[];
  /** Graph files that could not be read, and nodes that are not valid, one line each. */
  readonly faults: readonly string[];
  /** Those of them that a graph has by itself, for the time in which it does not change. */
  readonly graphFaults: readonly string[];
}

/** The same for a hook, which reads only the items that it needs. */
export interface HookIndex {
  readonly settings: HookSettings;
  readonly projectVersion?: string | undefined;
  readonly hasItems: boolean;
  /** All items, read on first use. */
  readonly items: readonly KnowledgeItem[];
  /** The items that may match a call. */
  readonly itemsFor: (action: ToolAction) => readonly KnowledgeItem[];
}

/** An item as it counts: one that was not reviewed on this machine is a draft, whatever its file says. */
export function inForce(item: KnowledgeItem): KnowledgeItem {
  return item.isForeign === true && item.status === 'active' ? { ...item, status: 'draft' } : item;
}

export function markSource(path: string): SourceMark {
  try {
    // Many projects have no package.json, and an exception takes longer than everything else here.
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts !== undefined) return { path, mtimeMs: facts.mtimeMs, size: facts.size };
  } catch {
    // Closed to us: the same as missing.
  }
  return { path, mtimeMs: 0, size: -1 };
}

export function isUnchanged({ path, mtimeMs, size }: SourceMark): boolean {
  const now = markSource(path);
  return now.mtimeMs === mtimeMs && now.size === size;
}
