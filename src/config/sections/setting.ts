import { z } from 'zod';

/**
 * What a project's own file may do with a key while its folder is not trusted. Setting a key to the value that is in
 * effect anyway is always allowed.
 */
export type ProjectRule =
  /** It changes neither cost, nor where text goes, nor what the verdict rests on. */
  | 'free'
  /** Only after `witan init`: it chooses what is run or where data goes, or both directions could do harm. */
  | 'trusted'
  /** Only in the user's own file: trust in a project does not extend to it. */
  | 'never'
  /** The number is a limit: a project may tighten it. */
  | 'lower'
  | 'raise'
  /** A permission: a project may take it away, never give it. */
  | 'switch-off'
  /** A protection: a project may ask for it, never do without it. */
  | 'switch-on'
  /** A choice of which one costs and discloses least: a project may ask for that one. */
  | { readonly only: string }
  /** A list of what is refused: what a project's file says is added to it. */
  | 'extend'
  /** A folder, which must lie inside the project. */
  | 'inside-project';

export interface SettingInfo {
  /** Completes the sentence "`key` must be …". */
  readonly expects: string;
  readonly project: ProjectRule;
  /** The value may hold a secret and is never shown. */
  readonly secret?: boolean;
}

const registry = z.registry<SettingInfo>();

/** Marks a schema as one key of the file. Every leaf of the file's schema is made by this function; a test checks it. */
export function setting<Schema extends z.ZodType>(schema: Schema, about: SettingInfo): Schema {
  registry.add(schema, about);
  return schema;
}

export function settingInfo(schema: z.ZodType): SettingInfo | undefined {
  return registry.get(schema);
}

// The project's rule has no default below: a key that nobody thought about must not become free.
export function share(fallback: number, project: ProjectRule, min = 0) {
  return setting(z.number().min(min).max(1).default(fallback), { expects: `a number from ${min} to 1`, project });
}

export function flag(fallback: boolean, project: ProjectRule) {
  return setting(z.boolean().default(fallback), { expects: 'true or false', project });
}

export function count(fallback: number, min: number, max: number, project: ProjectRule) {
  return setting(z.number().int().min(min).max(max).default(fallback), {
    expects: `a whole number from ${min} to ${max}`,
    project,
  });
}

/** A duration in seconds. A day is the maximum: longer waits overflow the timers that guard them. */
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
