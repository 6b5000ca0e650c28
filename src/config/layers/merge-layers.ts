import { isMap } from '../sections/walk-schema.js';
import type { Layer, RawValues } from './layer.js';

/** Later layers win: maps are joined key by key, lists and single values are replaced whole. */
export function mergeLayers(layers: readonly Layer[]): RawValues {
  return layers.reduce<RawValues>((merged, layer) => mergeMaps(merged, layer.values), {});
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
