import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isRecord } from '../kernel/is-record.js';
import { UserError } from '../kernel/user-error.js';
import { describeInputProblem } from './describe-input-problem.js';

/**
 * Opens what a tool needs at its first call. Rejects with a `UserError` if the configuration is invalid or it cannot be used,
 * and tries again at the next call.
 */
export type Open<Opened> = () => Promise<Opened>;

/** The connection of a running call to its client. */
export interface ToolCall {
  /** Aborts when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  /** Sends progress to the client; undefined if the client did not ask for it. */
  readonly notify: ((message: string) => void) | undefined;
  /** The client's connection, for a transport with several of them. */
  readonly clientSession: string | null;
}

export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Other names that models use for a field, accepted but not listed. */
  readonly aliases?: Readonly<Record<string, keyof z.input<Input> & string>>;
  /** Turns an older form of the arguments into the present one; it is accepted but not listed. */
  readonly readOlderForm?: (given: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly annotations: ToolAnnotations;
  /** Hints for particular clients, such as `anthropic/alwaysLoad`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** For a tool that the configuration can turn off. A tool that is not offered is neither listed nor found. */
  readonly isOffered?: () => Promise<boolean>;
  /** Null is an answer, too: there is nothing. */
  handle(input: z.output<Input>, call: ToolCall): Promise<object | null>;
}

export interface Tool {
  readonly name: string;
  isOffered(): Promise<boolean>;
  /** For a tool that can only be used at times: it is found at any time, so that its call can say what is missing. */
  readonly isListed?: () => Promise<boolean>;
  /** For `tools/list`. */
  listing(): ToolListing;
  /** Rejects with a `UserError` with field, value and valid options for invalid arguments. */
  call(rawArguments: unknown, call: ToolCall): Promise<object | null>;
}

interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  annotations: ToolAnnotations;
  _meta?: Record<string, unknown>;
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  return {
    name: definition.name,
    isOffered: definition.isOffered ?? (async () => true),
    listing: () => ({
      name: definition.name,
      title: definition.title,
      description: definition.description,
      inputSchema: { ...z.toJSONSchema(definition.input, { io: 'input' }), type: 'object' },
      annotations: { title: definition.title, ...definition.annotations },
      ...(definition.meta === undefined ? {} : { _meta: { ...definition.meta } }),
    }),
    async call(rawArguments, call) {
      const named = renameAliases(rawArguments ?? {}, definition.aliases ?? {});
      const current = isRecord(named) ? (definition.readOlderForm?.(named) ?? named) : named;
      const given = treatNullAsAbsent(current, definition.input);
      const parsed = definition.input.safeParse(given);
      if (!parsed.success) {
        throw new UserError('validation_error', describeInputProblem(parsed.error, given, definition.input));
      }
      return definition.handle(parsed.data, call);
    },
  };
}

/** A field that is given under both names keeps both, and is refused like any other unknown field. */
function renameAliases(given: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (!isRecord(given)) return given;
  let renamed = given;
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(given, alias) || (given[name] ?? null) !== null) continue;
    const { [alias]: value, ...others } = renamed;
    renamed = { ...others, [name]: value };
  }
  return renamed;
}

/**
 * Models write null for a field that they leave out. It is treated as missing if the field is optional and does not
 * accept null itself.
 */
function treatNullAsAbsent(input: unknown, schema: unknown): unknown {
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
