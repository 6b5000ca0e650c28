import { isRecord } from '../../kernel/is-record.js';
import {
  appendElements,
  findMember,
  readArray,
  readObject,
  removeElement,
  removeMember,
  replaceElement,
  setMember,
} from '../../kernel/json-text.js';
import { UserError } from '../../kernel/user-error.js';
import type { HookRegistration } from '../ports.js';
import { entriesOf, groupOf, isOurs } from './hook-entries.js';

/** Claude Code's file for the hooks of a project. */
export const SETTINGS_FILE = '.claude/settings.json';
const HOOKS = 'hooks';

/** The file's text with our hooks; unchanged if it has them. */
export function registerHooks(text: string | undefined, registrations: readonly HookRegistration[]): string {
  const begun = text === undefined || text.trim() === '' ? '{}\n' : text;
  hooksOf(begun);
  return registrations.reduce(registerHook, begun);
}

/** The file's text without our hooks; undefined if nothing else is in it. */
export function unregisterHooks(text: string): string | undefined {
  if (text.trim() === '') return text;
  const before = hooksOf(text);
  const after = Object.keys(before).reduce(unregisterHook, text);
  if (after === text) return text;
  const bare = Object.keys(hooksOf(after)).length > 0 ? after : removeMember(after, readObject(after), HOOKS);
  return Object.keys(JSON.parse(bare) as object).length === 0 ? undefined : bare;
}

/** Our entries by event. */
export function registeredHooks(text: string): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [event, groups] of Object.entries(text.trim() === '' ? {} : hooksOf(text))) {
    const own = groups.flatMap(entriesOf).find(isOurs);
    if (own !== undefined) found.set(event, own);
  }
  return found;
}

function registerHook(text: string, registration: HookRegistration): string {
  const { event } = registration;
  const wanted = groupOf(registration);
  const groups = hooksOf(text)[event];
  const top = readObject(text);
  const hooks = findMember(top, HOOKS);
  if (hooks === undefined) return setMember(text, top, [HOOKS, { [event]: [wanted] }]);
  const events = readObject(text, hooks.valueStart);
  const member = findMember(events, event);
  if (groups === undefined || member === undefined) return setMember(text, events, [event, [wanted]]);
  const array = readArray(text, member.valueStart);
  const at = groups.findIndex((group) => entriesOf(group).some(isOurs));
  const element = array.elements[at];
  if (element === undefined) return appendElements(text, array, [wanted]);
  const entries = entriesOf(groups[at]);
  // Other entries of the group belong to the user, so only our entry is updated.
  const others = entries.filter((entry) => !isOurs(entry));
  const updated = others.length === 0 ? wanted : { ...(groups[at] as object), hooks: [...others, ...wanted.hooks] };
  if (JSON.stringify(groups[at]) === JSON.stringify(updated)) return text;
  return replaceElement(text, element, updated);
}

function unregisterHook(text: string, event: string): string {
  const groups = hooksOf(text)[event] ?? [];
  const at = groups.findIndex((group) => entriesOf(group).some(isOurs));
  const hooks = findMember(readObject(text), HOOKS);
  if (at < 0 || hooks === undefined) return text;
  const events = readObject(text, hooks.valueStart);
  const member = findMember(events, event);
  if (member === undefined) return text;
  const array = readArray(text, member.valueStart);
  const others = entriesOf(groups[at]).filter((entry) => !isOurs(entry));
  const element = array.elements[at];
  if (others.length > 0 && element !== undefined) {
    return unregisterHook(replaceElement(text, element, { ...(groups[at] as object), hooks: others }), event);
  }
  if (groups.length === 1) return removeMember(text, events, event);
  return unregisterHook(removeElement(text, array, at), event);
}

function hooksOf(text: string): Readonly<Record<string, readonly unknown[]>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw broken(`is not valid JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!isRecord(parsed)) throw broken('does not hold a JSON object');
  const hooks = parsed[HOOKS] ?? {};
  if (!isRecord(hooks)) throw broken(`has "${HOOKS}" that is not an object`);
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) throw broken(`has "${HOOKS}.${event}" that is not a list`);
  }
  return hooks as Record<string, readonly unknown[]>;
}

function broken(problem: string): UserError {
  return new UserError('validation_error', `${SETTINGS_FILE} ${problem}; fix it first, nothing was written`);
}
