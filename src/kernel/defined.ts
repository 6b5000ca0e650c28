import { isRecord } from './is-record.js';

type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & { [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined> };

/** Without the fields that are undefined: types with optional fields do not allow these. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

/** Without fields that are undefined or an object in which nothing is given, at any depth. */
export function withoutEmpty(fields: object): Record<string, unknown> {
  const given = Object.entries(fields).flatMap(([name, value]) => {
    if (!isRecord(value)) return value === undefined ? [] : [[name, value] as const];
    const part = withoutEmpty(value);
    return Object.keys(part).length === 0 ? [] : [[name, part] as const];
  });
  return Object.fromEntries(given);
}
