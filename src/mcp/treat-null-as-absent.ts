import { z } from 'zod';

/**
 * Models write null for a field that they leave out. It is treated as missing if the field is optional and does not
 * accept null itself.
 */
export function treatNullAsAbsent(input: unknown, schema: unknown): unknown {
  const expected = withoutOptional(schema);
  if (expected instanceof z.ZodArray && Array.isArray(input)) {
    return input.map((element) => treatNullAsAbsent(element, expected.element));
  }
  if (!(expected instanceof z.ZodObject) || typeof input !== 'object' || input === null || Array.isArray(input)) {
    return input;
  }
  const shape = expected.shape as Readonly<Record<string, z.ZodType | undefined>>;
  const fields = Object.entries(input).flatMap(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) return [[name, value] as const];
    if (value === null && isAbsence(field)) return [];
    return [[name, treatNullAsAbsent(value, field)] as const];
  });
  // `fromEntries` keeps a field called __proto__, which is then refused as unknown.
  return Object.fromEntries(fields);
}

function isAbsence(field: z.ZodType): boolean {
  return field.safeParse(undefined).success && !field.safeParse(null).success;
}

function withoutOptional(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? withoutOptional(schema.unwrap()) : schema;
}
