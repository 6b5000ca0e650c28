import type { ProjectChange } from './layers/project-changes.js';
import type { normalize } from './sections/index.js';

/** Where a file comes from. Later ones win. */
export type LayerName = 'package' | 'user' | 'project' | 'environment' | 'command-line';

export interface SettingsSource {
  readonly path: string;
  readonly layer: LayerName;
  /** False for a project's own file that the user has not trusted as it stands. */
  readonly trusted: boolean;
}

/** Everything the program is told by its files: complete, checked, in the program's own words. */
export interface Settings extends ReturnType<typeof normalize> {
  readonly sources: readonly SettingsSource[];
  /** Lines for the user: old names that are still read, keys that were ignored. */
  readonly notices: readonly string[];
  /** Adapters that a file of the user or the project names and that are switched on: these are expected to work. */
  readonly configuredAdapters: readonly string[];
  /** What the project's own file changes, trusted or not. */
  readonly projectChanges: readonly ProjectChange[];
}
