import { z } from 'zod';
import { type SettingInfo, settingInfo } from '../../../src/config/sections/setting.js';

export interface Leaf {
  readonly key: readonly string[];
  readonly schema: z.ZodType;
  readonly info: SettingInfo | undefined;
}

/** Every leaf of a schema, found without the program's own walk; the key of a record is "*". */
export function leafSettings(schema: z.ZodType, key: readonly string[] = []): Leaf[] {
  const info = settingInfo(schema);
  if (info !== undefined) return [{ key, schema, info }];
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return leafSettings(schema.unwrap() as z.ZodType, key);
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, child]) => leafSettings(child as z.ZodType, [...key, name]));
  }
  if (schema instanceof z.ZodRecord) return leafSettings(schema.valueType as z.ZodType, [...key, '*']);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return schema.options.flatMap((option) => {
      const { type } = (option as z.ZodObject).shape;
      const [name = ''] = (type as z.ZodLiteral<string>).values;
      return leafSettings(option as z.ZodType, [...key, `<${name}>`]);
    });
  }
  return [{ key, schema, info }];
}
