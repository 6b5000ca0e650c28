import type { SettingsSource } from './layers/layer.js';
import type { ProjectChange } from './layers/project-changes.js';
import type { normalize } from './sections/index.js';

/** All settings of the program: complete and checked. */
export interface Settings extends ReturnType<typeof normalize> {
  readonly sources: readonly SettingsSource[];
  /** Lines for the user: old names that are still read, keys that were ignored. */
  readonly notices: readonly string[];
  /** Keys without effect and contradictions, for `witan doctor`. */
  readonly unusedKeys: readonly string[];
  /** Enabled adapters that a file of the user or the project names: these are expected to work. */
  readonly configuredAdapters: readonly string[];
  /** What the project's own file changes, trusted or not. */
  readonly projectChanges: readonly ProjectChange[];
}
