import { isRecord } from './is-record.js';
import {
  blankComments,
  findMember,
  type JsonObjectText,
  readArray,
  readObject,
  removeMember,
  setMember,
} from './json-text.js';

/** The keys from the top of a JSON text to a value in it. */
export type JsonPath = readonly string[];

/** Throws a `SyntaxError` for a text that is not JSON. Comments are allowed. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.includes('/') ? blankComments(text) : text);
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}

/** The text with a new value at a path. Objects on the way are made if they are missing. */
export function setAt(text: string, path: JsonPath, value: unknown): string {
  const [key, ...rest] = path.slice(depthOf(text, path.slice(0, -1)));
  if (key === undefined) return text;
  const object = objectAt(text, path.slice(0, path.length - 1 - rest.length));
  return setMember(text, object, [key, rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)]);
}

/** The text without the value at a path, and without the objects around it that are then empty and not kept. */
export function removeAt(text: string, path: JsonPath, isKept: (path: JsonPath) => boolean): string {
  const around = path.slice(0, -1);
  const key = path.at(-1);
  if (key === undefined || depthOf(text, path) < path.length) return text;
  const without = removeMember(text, objectAt(text, around), key);
  const isEmpty = objectAt(without, around).members.length === 0;
  return isEmpty && around.length > 0 && !isKept(around) ? removeAt(without, around, isKept) : without;
}

/** Where the value at a path begins; undefined if there is none. */
export function startAt(text: string, path: JsonPath): number | undefined {
  return depthOf(text, path) < path.length ? undefined : (memberAt(text, path)?.valueStart ?? 0);
}

/** The paths of those that are an empty object or an empty list. */
export function emptyAt(text: string, paths: readonly JsonPath[]): JsonPath[] {
  return paths.filter((path) => {
    const start = startAt(text, path);
    if (start === undefined) return false;
    if (text[start] === '[') return readArray(text, start).elements.length === 0;
    return text[start] === '{' && readObject(text, start).members.length === 0;
  });
}

/** How many keys of a path are there. */
function depthOf(text: string, path: JsonPath): number {
  const depth = path.findIndex((_, index) => memberAt(text, path.slice(0, index + 1)) === undefined);
  return depth < 0 ? path.length : depth;
}

function objectAt(text: string, path: JsonPath): JsonObjectText {
  return readObject(text, memberAt(text, path)?.valueStart ?? 0);
}

function memberAt(text: string, path: JsonPath) {
  let object = readObject(text);
  let member: ReturnType<typeof findMember>;
  for (const key of path) {
    member = findMember(object, key);
    if (member === undefined) return undefined;
    if (text[member.valueStart] === '{') object = readObject(text, member.valueStart);
    else object = { ...object, members: [] };
  }
  return member;
}
