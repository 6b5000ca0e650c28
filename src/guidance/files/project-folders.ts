/** Where a project and its data are; both absolute. */
export interface ProjectFolders {
  readonly projectFolder: string;
  /** Does not exist while nothing is remembered. */
  readonly dataFolder: string;
  /** Makes the data folder. Hooks cannot: where there is none, they remember nothing. */
  readonly makeDataFolder?: () => string;
  /** Where the configuration is known, for the hooks, which cannot read it; elsewhere they keep what they have. */
  readonly hookSettings?: HookSettings | undefined;
}

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
