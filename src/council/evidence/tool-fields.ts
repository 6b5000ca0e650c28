import { z } from 'zod';
import type { EvidenceTool } from './tool.js';

export interface ToolField {
  readonly name: string;
  readonly isOptional: boolean;
}

/** The arguments that a tool takes, in the order of its schema. */
export function toolFields({ arguments: schema }: Pick<EvidenceTool, 'arguments'>): ToolField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.entries(shape).map(([name, field]) => ({ name, isOptional: field.safeParse(undefined).success }));
}

/** `path, optional start_line, end_line` */
export function describeFields(tool: Pick<EvidenceTool, 'arguments'>): string {
  const fields = toolFields(tool);
  const named = (isOptional: boolean) =>
    fields.filter((field) => field.isOptional === isOptional).map(({ name }) => name);
  const [needed, optional] = [named(false), named(true)];
  return [...needed, ...(optional.length === 0 ? [] : [`optional ${optional.join(', ')}`])].join(', ');
}
