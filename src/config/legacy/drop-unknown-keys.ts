import { type Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { z } from 'zod';
import { fileSchema } from '../sections/index.js';
import { childSchema, keysAt } from '../sections/walk-schema.js';

/** Takes out of an old file what the present program does not know, and says what it was. */
export function dropUnknownKeys(document: Document, root: YAMLMap): string[] {
  return dropFrom(document, root, fileSchema, []);
}

function dropFrom(document: Document, map: YAMLMap, schema: z.ZodType, path: readonly string[]): string[] {
  const values: unknown = map.toJS(document);
  const known = keysAt(schema, [], values);
  const dropped: string[] = [];
  for (const pair of [...map.items]) {
    const name = String(isScalar(pair.key) ? pair.key.value : pair.key);
    const here = [...path, name];
    const child = childSchema(schema, name, values);
    if (child === undefined || (known !== undefined && !known.includes(name))) {
      map.items.splice(map.items.indexOf(pair), 1);
      dropped.push(here.join('.'));
      continue;
    }
    if (isMap(pair.value)) dropped.push(...dropFrom(document, pair.value, child, here));
    if (isSeq(pair.value)) dropped.push(...dropFromList(document, pair.value.items, child, here));
  }
  return [...new Set(dropped)];
}

function dropFromList(document: Document, items: unknown[], schema: z.ZodType, path: readonly string[]): string[] {
  const element = childSchema(schema, 0, undefined);
  if (element === undefined) return [];
  return items.flatMap((item) => (isMap(item) ? dropFrom(document, item, element, path) : []));
}
