import { type Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { DEMO, OLD_DEMO } from '../../kernel/demo-names.js';
import { mapAt, pairNamed } from './map-at.js';

/** Earlier versions called the demo panel "rehearsal" and its skeptic "sceptic". */
export function renameDemo(document: Document): string[] {
  const root = document.contents;
  if (!isMap(root)) return [];
  return ['adapters', 'model_registry'].flatMap((section) => renameIn(mapAt(root, section), section));
}

function renameIn(section: YAMLMap | undefined, name: string): string[] {
  const old = section === undefined ? undefined : pairNamed(section, OLD_DEMO);
  if (section === undefined || old === undefined || !isScalar(old.key)) return [];
  if (section.has(DEMO)) {
    section.delete(OLD_DEMO);
    return [`left out \`${name}.${OLD_DEMO}\`: \`${name}.${DEMO}\` is set too, and wins`];
  }
  old.key.value = DEMO;
  if (isMap(old.value) && old.value.get('type') === OLD_DEMO) old.value.set('type', DEMO);
  for (const model of isSeq(old.value) ? old.value.items : []) {
    if (isMap(model) && model.get('id') === 'sceptic') model.set('id', 'skeptic');
  }
  return [`renamed \`${name}.${OLD_DEMO}\` to \`${name}.${DEMO}\``];
}
