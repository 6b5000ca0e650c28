import type { KnowledgeItem } from '../item/item.js';

export type { ProjectFolders } from '../files/project-folders.js';

export interface HookSettings {
  readonly enabled: boolean;
  readonly threshold: number;
  readonly maxItems: number;
  readonly critical: 'pause-once' | 'inform';
  /** The share of items that is left out, to learn whether showing them helps. */
  readonly holdout: number;
  readonly checkInEvery: number;
  readonly draftDays: number;
  /** Absolute; where the journal's hooks find it. */
  readonly journalFolder?: string;
}

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

/** What a hook needs to know, in one small file derived from graphs and settings. */
export interface HookIndex {
  /** A foreign item that its file calls active is a draft. */
  readonly items: readonly KnowledgeItem[];
  readonly settings: HookSettings;
  /** The version of the project, for items that hold for some versions only. */
  readonly projectVersion?: string;
  readonly graphSources: readonly SourceMark[];
  readonly settingsSources: readonly SourceMark[];
  /** Graph files that could not be read, and nodes that are not valid, one line each. */
  readonly faults: readonly string[];
  /** The configuration changed after the settings were stored: a process that can read it should renew them. */
  readonly settingsAreStale: boolean;
}
