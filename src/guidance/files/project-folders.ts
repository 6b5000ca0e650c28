/** Where a project and its data are; both absolute. */
export interface ProjectFolders {
  readonly projectFolder: string;
  /** Does not exist while nothing is remembered. */
  readonly dataFolder: string;
  /** Makes the data folder. Hooks cannot: where there is none, they remember nothing. */
  readonly makeDataFolder?: () => string;
}
