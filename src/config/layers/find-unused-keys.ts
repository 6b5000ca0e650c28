import { isRecord } from '../../kernel/is-record.js';
import type { ConfigFile } from '../sections/index.js';
import type { KeyPath } from '../sections/normalize-context.js';
import { type RawValues, valueAt } from '../sections/walk-schema.js';
import { keyName } from './check-file.js';
import { type Layer, locationOf } from './layer.js';

/** One line for each key of the user's or the project's files that has no effect, or contradicts another. */
export function findUnusedKeys(layers: readonly Layer[], file: ConfigFile): string[] {
  const own = layers.filter(({ layer }) => layer !== 'package');
  return [
    ...own.flatMap((layer) => [...switchedOff(layer, [], file), ...ofDisabledAdapters(layer, file)]),
    ...contradictions(file),
  ];
}

/** Keys next to an `enabled` that is false. */
function switchedOff(layer: Layer, path: KeyPath, file: ConfigFile): string[] {
  const values = valueAt(layer.values, path) as RawValues;
  const isOff = valueAt(file, [...path, 'enabled']) === false;
  return Object.entries(values).flatMap(([name, value]) => {
    const key = [...path, name];
    if (isOff && name !== 'enabled' && name !== 'type') {
      return [`${describe(layer, key)} has no effect while \`${keyName([...path, 'enabled'])}\` is false`];
    }
    return isRecord(value) ? switchedOff(layer, key, file) : [];
  });
}

function ofDisabledAdapters(layer: Layer, { adapters }: ConfigFile): string[] {
  const registry = layer.values.model_registry;
  const named = isRecord(registry) ? Object.keys(registry) : [];
  return named
    .filter((name) => adapters[name]?.enabled === false)
    .map((name) => {
      const key = ['model_registry', name];
      return `${describe(layer, key)} has no effect while \`adapters.${name}.enabled\` is false`;
    });
}

function contradictions({ decision_graph: graph }: ConfigFile): string[] {
  if (graph.similarity_threshold <= graph.strong_match) return [];
  return [
    '`decision_graph.strong_match` is below `decision_graph.similarity_threshold`, so every recalled decision is shown in full; raise it',
  ];
}

function describe(layer: Layer, key: KeyPath): string {
  return `${locationOf(layer, key)}: \`${keyName(key)}\``;
}
