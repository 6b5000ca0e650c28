import type { z } from 'zod';
import { isRecord } from '../../kernel/is-record.js';
import { nearestName } from '../../kernel/nearest-name.js';
import { markHidden } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { type ConfigFile, fileSchema } from '../sections/index.js';
import type { KeyPath } from '../sections/normalize-context.js';
import { keysAt, type RawValues, settingAt, valueAt } from '../sections/walk-schema.js';
import { type Layer, locationOf } from './layer.js';
import { mergeLayers } from './merge-layers.js';

/** Checks all layers together and throws an error with the file and line of the first mistake. */
export function checkFile(layers: readonly Layer[]): ConfigFile {
  const values = mergeLayers(layers);
  const parsed = fileSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue === undefined ? keyError(layers, [], 'cannot be read') : explain(issue, values, layers);
}

/** An error about one key, with the last file that sets it, because that file wins. */
export function keyError(layers: readonly Layer[], key: KeyPath, problem: string): UserError {
  const layer = sourceOf(layers, key);
  const location = layer === undefined ? '' : `${locationOf(layer, key)}: `;
  return new UserError('validation_error', markHidden(`${location}\`${keyName(key)}\` ${problem}`));
}

export function sourceOf(layers: readonly Layer[], key: KeyPath): Layer | undefined {
  return layers.findLast((layer) => valueAt(layer.values, key) !== undefined) ?? layers.at(-1);
}

function explain(issue: z.core.$ZodIssue, values: RawValues, layers: readonly Layer[]): UserError {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') return unknownKey([...path, issue.keys[0] ?? ''], values, layers);
  if (issue.code === 'invalid_key') {
    return keyError(layers, path, 'is not a valid name; use letters, digits, "-", "_" and "."');
  }
  const setting = settingAt(fileSchema, path, values);
  if (setting !== undefined) {
    const value = valueAt(values, setting.key);
    const shown =
      value === undefined ? 'is missing; it' : `is ${setting.info.secret ? 'not usable; it' : `${show(value)}; it`}`;
    return keyError(layers, path, `${shown} must be ${setting.info.expects}`);
  }
  const keys = keysAt(fileSchema, path, values);
  return keyError(layers, path, `must be a map${keys === undefined ? '' : ` with the keys ${keys.join(', ')}`}`);
}

export function unknownKey(key: KeyPath, values: RawValues, layers: readonly Layer[]): UserError {
  const name = String(key.at(-1));
  const setting = settingAt(fileSchema, key, values);
  if (setting !== undefined) return keyError(layers, key, `is not known here; it must be ${setting.info.expects}`);
  const known = keysAt(fileSchema, key.slice(0, -1), values) ?? [];
  const nearest = nearestName(name, known);
  const fix = nearest === undefined ? `known here: ${known.join(', ')}` : `did you mean \`${nearest}\`?`;
  return keyError(layers, key, `is not a known key; ${fix}`);
}

function show(value: unknown): string {
  if (isRecord(value)) return 'a map';
  if (Array.isArray(value)) return 'a list with an entry that does not fit';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** `adapters.claude.args[0]` */
export function keyName(key: KeyPath): string {
  return key.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
}
