import { fileSchema } from '../sections/index.js';
import type { KeyPath } from '../sections/normalize-context.js';
import { isMap, settingsIn } from '../sections/walk-schema.js';
import { isProjectLayer, type Layer, type RawValues } from './layer.js';

/**
 * Later layers win: maps are joined key by key, lists and single values are replaced whole. Only where a list says what
 * is refused does a project's own file add to it, so that it need not repeat, and cannot drop, what holds anyway.
 */
export function mergeLayers(layers: readonly Layer[]): RawValues {
  return layers.reduce<RawValues>((merged, layer) => {
    const together = mergeMaps(merged, layer.values);
    return isProjectLayer(layer) ? withRefusalsOf(merged, layer, together) : together;
  }, {});
}

function withRefusalsOf(below: RawValues, project: Layer, together: RawValues): RawValues {
  const added = [...settingsIn(fileSchema, project.values)].filter(({ info }) => info.project === 'extend');
  if (added.length === 0) return together;
  // With the defaults: what nobody has written down holds as well.
  const parsed = fileSchema.safeParse(below);
  const known: unknown = parsed.success ? parsed.data : below;
  return added.reduce((values, { key }) => withUnion(values, key, known), together);
}

/** The same values, with the list at the key joined with the one that holds below. */
function withUnion(values: RawValues, [name, ...rest]: KeyPath, below: unknown): RawValues {
  if (name === undefined || !isMap(below)) return values;
  const [added, known] = [values[name], below[name]];
  if (isMap(added)) return { ...values, [name]: withUnion(added, rest, known) };
  if (!Array.isArray(added) || !Array.isArray(known)) return values;
  return { ...values, [name]: [...new Set<unknown>([...known, ...added])] };
}

function mergeMaps(below: RawValues, above: RawValues): RawValues {
  const merged: RawValues = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const existing = Object.hasOwn(below, name) ? below[name] : undefined;
    merged[name] = isMap(existing) && isMap(value) && areAlike(existing, value) ? mergeMaps(existing, value) : value;
  }
  return merged;
}

/** An adapter that changes its type is another adapter: the keys of the old type would make no sense in it. */
function areAlike(existing: RawValues, value: RawValues): boolean {
  return existing.type === undefined || value.type === undefined || existing.type === value.type;
}
