import { isRecord } from '../../kernel/is-record.js';
import { fileSchema } from '../sections/index.js';
import type { KeyPath } from '../sections/normalize-context.js';
import { type RawValues, settingsIn } from '../sections/walk-schema.js';
import { isProjectLayer, type Layer } from './layer.js';

/**
 * Later layers win: maps are merged key by key, lists and single values are replaced. A list of refusals is extended by
 * the project's own file instead, so that a project cannot drop entries.
 */
export function mergeLayers(layers: readonly Layer[]): RawValues {
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
