import { z } from 'zod';

/**
 * Models write null for a field that they leave out. It counts as left out wherever the schema lets the field be
 * absent and does not give null a meaning of its own.
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
  // From entries, so that a field called __proto__ stays a field and is refused like any other unknown one.
  return Object.fromEntries(fields);
}

function isAbsence(field: z.ZodType): boolean {
  return field.safeParse(undefined).success && !field.safeParse(null).success;
}

function withoutOptional(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? withoutOptional(schema.unwrap()) : schema;
}
