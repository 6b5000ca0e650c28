import type { KeyPath } from '../sections/normalize-context.js';
import type { SettingsSource } from '../settings.js';
import type { TrustState } from '../trust/trust-state.js';

export type RawValues = Record<string, unknown>;

/** One file, read but not yet checked against the schema. */
export interface Layer extends SettingsSource {
  /** What a relative command in it is relative to. */
  readonly folder: string;
  readonly values: RawValues;
  readonly notices: readonly string[];
  /** The line of a key, or of the nearest thing around it that the file has. */
  readonly lineOf: (key: KeyPath) => number | undefined;
}

/** The file that came with the project, and what the user has said of it. */
export interface ProjectLayer extends Layer {
  readonly layer: 'project';
  readonly trust: TrustState;
  /** As it was read. */
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
