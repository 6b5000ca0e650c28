import { isMap, isScalar, type Pair, type YAMLMap } from 'yaml';

export function pairNamed(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => (isScalar(key) ? key.value : key) === name);
}

export function mapAt(map: YAMLMap, name: string): YAMLMap | undefined {
  const value = pairNamed(map, name)?.value;
  return isMap(value) ? value : undefined;
}
