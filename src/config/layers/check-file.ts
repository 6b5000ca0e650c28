import type { z } from 'zod';
import { isRecord } from '../../kernel/is-record.js';
import { nearestName } from '../../kernel/nearest-name.js';
import { markHidden } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { type ConfigFile, fileSchema } from '../sections/index.js';
import type { KeyPath } from '../sections/normalize-context.js';
import { keysAt, type RawValues, settingAt, settingsIn, valueAt } from '../sections/walk-schema.js';
import { isProjectLayer, type Layer, locationOf } from './layer.js';

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

/**
 * Later layers win: maps are merged key by key, lists and single values are replaced. A list of refusals is extended by
 * the project's own file instead, so that a project cannot drop entries.
 */
function mergeLayers(layers: readonly Layer[]): RawValues {
  return layers.reduce<RawValues>((merged, layer) => {
    const combined = mergeMaps(merged, layer.values);
    return isProjectLayer(layer) ? withRefusalsOf(merged, layer, combined) : combined;
  }, {});
}

function withRefusalsOf(below: RawValues, project: Layer, combined: RawValues): RawValues {
  const added = [...settingsIn(fileSchema, project.values)].filter(({ info }) => info.project === 'extend');
  if (added.length === 0) return combined;
  // Parsed, so that the defaults are included.
  const parsed = fileSchema.safeParse(below);
  const known: unknown = parsed.success ? parsed.data : below;
  return added.reduce((values, { key }) => withUnion(values, key, known), combined);
}

/** The values, with the list at the key extended by the list of the lower layers. */
function withUnion(values: RawValues, [name, ...rest]: KeyPath, below: unknown): RawValues {
  if (name === undefined || !isRecord(below)) return values;
  const [added, known] = [values[name], below[name]];
  if (isRecord(added)) return { ...values, [name]: withUnion(added, rest, known) };
  if (!Array.isArray(added) || !Array.isArray(known)) return values;
  return { ...values, [name]: [...new Set<unknown>([...known, ...added])] };
}

function mergeMaps(below: RawValues, above: RawValues): RawValues {
  const merged: RawValues = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const existing = Object.hasOwn(below, name) ? below[name] : undefined;
    merged[name] =
      isRecord(existing) && isRecord(value) && haveSameType(existing, value) ? mergeMaps(existing, value) : value;
  }
  return merged;
}

/** An adapter with another type is another adapter: the keys of the old type do not fit it. */
function haveSameType(existing: RawValues, value: RawValues): boolean {
  return existing.type === undefined || value.type === undefined || existing.type === value.type;
}
