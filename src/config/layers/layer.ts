import type { KeyPath } from '../sections/normalize-context.js';
import type { RawValues } from '../sections/walk-schema.js';
import type { TrustState } from '../trust/trust-store.js';

/** Where a file comes from. Later ones win. */
export type LayerName = 'package' | 'user' | 'project' | 'environment' | 'command-line';

export interface SettingsSource {
  readonly path: string;
  readonly layer: LayerName;
  /** False for a project's own file that the user has not trusted in its present state. */
  readonly trusted: boolean;
}

/** One file, parsed but not yet checked against the schema. */
export interface Layer extends SettingsSource {
  /** Relative commands in the file are relative to this folder. */
  readonly folder: string;
  readonly values: RawValues;
  readonly notices: readonly string[];
  /** The line of a key, or of its nearest parent in the file. */
  readonly lineOf: (key: KeyPath) => number | undefined;
}

/** The file that came with the project. */
export interface ProjectLayer extends Layer {
  readonly layer: 'project';
  readonly trust: TrustState;
  readonly text: string;
}

export function isProjectLayer(layer: Layer): layer is ProjectLayer {
  return layer.layer === 'project';
}

/** "path:line", or the path alone. */
export function locationOf(layer: Layer, key: KeyPath): string {
  const line = layer.lineOf(key);
  return line === undefined ? layer.path : `${layer.path}:${line}`;
}
