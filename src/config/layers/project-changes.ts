import { isDeepStrictEqual } from 'node:util';
import { oneLine } from '../one-line.js';
import { type ConfigFile, fileSchema } from '../sections/index.js';
import { isMap, settingsIn, valueAt } from '../sections/walk-schema.js';
import { keyName } from './check-file.js';
import type { Layer } from './layer.js';

/** One key that a project's own file set, and that would hold another value without the file. */
export interface ProjectChange {
  readonly key: string;
  /** As text; undefined for lists and maps, and for what may hold a secret. */
  readonly value: string | undefined;
}

/** What a project's own file changes, whether it needs trust or not: hiding files from the council needs none. */
export function findProjectChanges(project: Layer, inEffect: ConfigFile, without: ConfigFile): ProjectChange[] {
  const changes = new Map<string, ProjectChange>();
  for (const { key, info } of settingsIn(fileSchema, project.values)) {
    const value = valueAt(inEffect, key);
    if (key[0] === 'version' || isDeepStrictEqual(value, valueAt(without, key))) continue;
    const isNewAdapter = key[0] === 'adapters' && !isMap(valueAt(without, key.slice(0, 2)));
    const name = oneLine(keyName(isNewAdapter ? key.slice(0, 2) : key));
    const isShown = !isNewAdapter && info.secret !== true && ['string', 'number', 'boolean'].includes(typeof value);
    changes.set(name, { key: name, value: isShown ? String(value) : undefined });
  }
  return [...changes.values()];
}
