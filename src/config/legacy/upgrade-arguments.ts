import { isScalar, isSeq, type YAMLMap } from 'yaml';
import { KNOWN_ADAPTERS } from '../sections/adapters.js';
import { mapAt, pairNamed } from './map-at.js';

const PLACEHOLDER = /\{(model|prompt)\}/;

/**
 * Built-in adapters pass model and prompt themselves, so an old list of arguments goes as a whole: without its
 * placeholders only loose flags would be left of it. Other tools now get the prompt on standard input.
 */
export function upgradeArguments(root: YAMLMap): string[] {
  const adapters = mapAt(root, 'adapters');
  const notes: string[] = [];
  for (const { key } of adapters?.items ?? []) {
    const name = String(isScalar(key) ? key.value : key);
    const adapter = adapters === undefined ? undefined : mapAt(adapters, name);
    const list = adapter === undefined ? undefined : pairNamed(adapter, 'args')?.value;
    if (adapter === undefined || !isSeq(list)) continue;
    if (KNOWN_ADAPTERS.has(name)) {
      if (!list.items.some((item) => PLACEHOLDER.test(textOf(item)))) continue;
      adapter.delete('args');
      notes.push(`removed \`adapters.${name}.args\`: the built-in adapter builds its arguments itself`);
    } else if (!adapter.get('argv_prompt') && list.items.some((item) => textOf(item).includes('{prompt}'))) {
      list.items = list.items.filter((item) => !textOf(item).includes('{prompt}'));
      notes.push(`removed {prompt} from \`adapters.${name}.args\`: the prompt is given on standard input`);
    }
  }
  return notes;
}

function textOf(node: unknown): string {
  return isScalar(node) ? String(node.value) : '';
}
