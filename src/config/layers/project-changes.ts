import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../kernel/is-record.js';
import { markHidden } from '../../kernel/plain-text.js';
import { type ConfigFile, fileSchema } from '../sections/index.js';
import { settingsIn, valueAt } from '../sections/walk-schema.js';
import { keyName } from './check-file.js';
import type { Layer } from './layer.js';

/** One key that a project's own file changes. */
export interface ProjectChange {
  readonly key: string;
  /** As text; undefined for lists, maps and possible secrets. */
  readonly value: string | undefined;
}

/** What a project's own file changes, also what needs no trust, such as hiding files from the council. */
export function findProjectChanges(project: Layer, inEffect: ConfigFile, without: ConfigFile): ProjectChange[] {
  const changes = new Map<string, ProjectChange>();
  for (const { key, info } of settingsIn(fileSchema, project.values)) {
    const value = valueAt(inEffect, key);
    if (key[0] === 'version' || isDeepStrictEqual(value, valueAt(without, key))) continue;
    const isNewAdapter = key[0] === 'adapters' && !isRecord(valueAt(without, key.slice(0, 2)));
    const name = markHidden(keyName(isNewAdapter ? key.slice(0, 2) : key));
    const isShown = !isNewAdapter && info.secret !== true && ['string', 'number', 'boolean'].includes(typeof value);
    changes.set(name, { key: name, value: isShown ? String(value) : undefined });
  }
  return [...changes.values()];
}
