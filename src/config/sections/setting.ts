import { z } from 'zod';
import { isRecord } from '../../kernel/is-record.js';

/**
 * What a project's own file may do with a key before its folder is trusted. Repeating the value in effect is always
 * allowed.
 */
export type ProjectRule =
  /** Any value: the key affects neither cost, nor where text is sent, nor the verdict. */
  | 'free'
  /** Only after `witan init`: the key chooses programs or addresses, or any change could do harm. */
  | 'trusted'
  /** Only in the user's own file, even if the project is trusted. */
  | 'never'
  /** The number is a limit, which a project may only tighten. */
  | 'lower'
  | 'raise'
  /** A permission, which a project may only take away. */
  | 'switch-off'
  /** A protection, which a project may only turn on. */
  | 'switch-on'
  /** A project may only choose this value, which costs and discloses least. */
  | { readonly only: string }
  /** A list of refusals: the entries of the project's file are added to it. */
  | 'extend'
  /** A folder, which must be inside the project. */
  | 'inside-project';

export interface SettingInfo {
  /** Completes the sentence "`key` must be …". */
  readonly expects: string;
  readonly project: ProjectRule;
  /** The value may contain a secret and is never shown. */
  readonly secret?: boolean;
}

const registry = z.registry<SettingInfo>();

/** Marks a schema as one key of the file. A test checks that every leaf of the file's schema is made here. */
export function setting<Schema extends z.ZodType>(schema: Schema, about: SettingInfo): Schema {
  registry.add(schema, about);
  return schema;
}

export function settingInfo(schema: z.ZodType): SettingInfo | undefined {
  return registry.get(schema);
}

// `project` has no default, so that no new key is free by accident.
export function share(fallback: number, project: ProjectRule, min = 0) {
  return setting(z.number().min(min).max(1).default(fallback), { expects: `a number from ${min} to 1`, project });
}

export function flag(fallback: boolean, project: ProjectRule) {
  return setting(z.boolean().default(fallback), { expects: 'true or false', project });
}

export function count(fallback: number, [min, max]: readonly [number, number], project: ProjectRule) {
  return setting(z.number().int().min(min).max(max).default(fallback), {
    expects: `a whole number from ${min} to ${max}`,
    project,
  });
}

/** A duration in seconds. Durations over a day could overflow timers. */
export function seconds(fallback: number, project: ProjectRule) {
  return setting(z.number().positive().max(86_400).default(fallback), {
    expects: 'a number of seconds above 0, at most 86400',
    project,
  });
}

export function choice<const Options extends readonly [string, ...string[]]>(
  options: Options,
  fallback: Options[number],
  project: ProjectRule,
) {
  return setting(z.enum(options).default(fallback as never), { expects: `one of ${options.join(', ')}`, project });
}

/** Selects the other keys of an adapter. */
export function adapterType<Name extends string>(name: Name) {
  return setting(z.literal(name), { expects: 'one of cli, http, demo', project: 'trusted' });
}

/** Disabling an adapter only takes something away, so every file may do it. */
export function enabled() {
  return flag(true, 'switch-off');
}

/** The timeout of an adapter if no file sets one is a minute. */
export function adapterTimeout() {
  return seconds(60, 'lower');
}

type CamelCase<Name> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<CamelCase<Rest>>}` : Name;

type CamelCased<Values> = Values extends readonly unknown[]
  ? Values
  : Values extends object
    ? { readonly [Key in keyof Values as CamelCase<Key> & string]: CamelCased<Values[Key]> }
    : Values;

/** Turns the keys of a file into names of settings: `max_items` is `maxItems`. */
export function toCamelCase<Values extends object>(values: Values): CamelCased<Values> {
  const entries = Object.entries(values).map(([key, value]) => {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [name, isRecord(value) ? toCamelCase(value) : value] as const;
  });
  return Object.fromEntries(entries) as CamelCased<Values>;
}
