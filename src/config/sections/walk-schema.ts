import { z } from 'zod';
import { isRecord } from '../../kernel/is-record.js';
import type { KeyPath } from './normalize-context.js';
import { type SettingInfo, settingInfo } from './setting.js';

/** What a file holds, before it is checked against the schema. */
export type RawValues = Record<string, unknown>;

export interface FoundSetting {
  readonly key: KeyPath;
  readonly info: SettingInfo;
}

/** The setting that a key path belongs to: itself, or the list or map around it. */
export function settingAt(schema: z.ZodType, key: KeyPath, values: unknown): FoundSetting | undefined {
  let current: z.ZodType | undefined = schema;
  let value: unknown = values;
  for (let depth = 0; current !== undefined; depth++) {
    const info = settingInfo(current);
    if (info !== undefined) return { key: key.slice(0, depth), info };
    const step = key[depth];
    if (step === undefined) return undefined;
    current = childSchema(current, step, value);
    value = childValue(value, step);
  }
  return undefined;
}

/** The keys that the map at this path may have; undefined if it may have any key. */
export function keysAt(schema: z.ZodType, key: KeyPath, values: unknown): readonly string[] | undefined {
  let current: z.ZodType | undefined = schema;
  let value: unknown = values;
  for (const step of key) {
    current = current === undefined ? undefined : childSchema(current, step, value);
    value = childValue(value, step);
  }
  const shape = current === undefined ? undefined : mapShape(current, value);
  return shape === undefined ? undefined : Object.keys(shape);
}

/** Every setting that these values touch. */
export function* settingsIn(
  schema: z.ZodType,
  values: unknown,
  key: KeyPath = [],
): Generator<FoundSetting & { readonly value: unknown }> {
  const info = settingInfo(schema);
  if (info !== undefined) yield { key, info, value: values };
  else if (isRecord(values)) {
    for (const [name, value] of Object.entries(values)) {
      const child = childSchema(schema, name, values);
      if (child !== undefined) yield* settingsIn(child, value, [...key, name]);
    }
  }
}

/** The schema of one key of a map; `value` is that map, whose `type` selects the variant. */
export function childSchema(schema: z.ZodType, name: string | number, value: unknown): z.ZodType | undefined {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodRecord) return bare.valueType as z.ZodType;
  if (bare instanceof z.ZodArray) return bare.element as z.ZodType;
  const shape = mapShape(bare, value);
  return shape !== undefined && Object.hasOwn(shape, name) ? shape[name] : undefined;
}

type Shape = Readonly<Record<string, z.ZodType>>;

function mapShape(schema: z.ZodType, value: unknown): Shape | undefined {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodObject) return bare.shape as Shape;
  if (!(bare instanceof z.ZodDiscriminatedUnion)) return undefined;
  const shapes = (bare.options as z.ZodType[]).map((option) => mapShape(option, value) ?? {});
  const type = isRecord(value) ? value.type : undefined;
  const chosen = shapes.find(({ type: schemaOfType }) => schemaOfType?.safeParse(type).success);
  return chosen ?? Object.assign({}, ...shapes);
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  return schema;
}

export function valueAt(values: unknown, key: KeyPath): unknown {
  return key.reduce<unknown>(childValue, values);
}

function childValue(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
