import { isRecord } from '../../kernel/is-record.js';
import { appendAt, isEmptyAt, type JsonPath, removeAt, setAt } from '../../kernel/json-text.js';
import type { HookRegistration } from '../shell.js';
import { entriesOf, groupOf, type HookGroup, isOurs } from './hook-entries.js';
import { brokenFile, parseSettings } from './read-client-file.js';

const HOOKS = 'hooks';

/** The file's text with our hooks; unchanged if it has them. `shown` is its name in messages. */
export function registerHooks(
  text: string | undefined,
  registrations: readonly HookRegistration[],
  shown: string,
): string {
  const begun = text === undefined || text.trim() === '' ? '{}\n' : text;
  return registrations.reduce((changed, registration) => registerHook(changed, registration, shown), begun);
}

export interface HookRemoval {
  readonly shown: string;
  /** Which of our hooks; all by default. */
  readonly isUnwanted?: (entry: unknown) => boolean;
  /** Empty objects and lists that stay. */
  readonly isKept?: (path: JsonPath) => boolean;
}

/** The file's text without our hooks; undefined if nothing else is in it. */
export function unregisterHooks(text: string, removal: HookRemoval): string | undefined {
  if (text.trim() === '') return text;
  const { shown, isUnwanted = isOurs, isKept = () => false } = removal;
  const events = Object.keys(hooksOf(text, shown));
  const after = events.reduce((at, event) => unregisterHook(at, event, { shown, isUnwanted, isKept }), text);
  if (after === text) return text;
  const isBare = isEmptyAt(after, [HOOKS]) && !isKept([HOOKS]);
  const bare = isBare ? removeAt(after, [HOOKS], isKept) : after;
  return isEmptyAt(bare, []) && !isKept([]) ? undefined : bare;
}

/** Our entries by event. */
export function registeredHooks(text: string, shown: string): ReadonlyMap<string, unknown> {
  return new Map([...ownGroups(text, shown)].map(([event, group]) => [event, entriesOf(group).find(isOurs)]));
}

/** The tools that our entries are asked about, by event; undefined is all of them. */
export function registeredMatchers(text: string, shown: string): ReadonlyMap<string, unknown> {
  return new Map(
    [...ownGroups(text, shown)].map(([event, group]) => [event, isRecord(group) ? group.matcher : undefined]),
  );
}

function ownGroups(text: string, shown: string): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [event, groups] of Object.entries(hooksOf(text, shown))) {
    const own = groups.find((group) => entriesOf(group).some(isOurs));
    if (own !== undefined) found.set(event, own);
  }
  return found;
}

function registerHook(text: string, registration: HookRegistration, shown: string): string {
  const { event } = registration;
  const wanted = groupOf(registration);
  const groups = hooksOf(text, shown)[event];
  if (groups === undefined) return setAt(text, [HOOKS, event], [wanted]);
  const at = groups.findIndex((group) => entriesOf(group).some(isOurs));
  if (at < 0) return appendAt(text, [HOOKS, event], [wanted]);
  const entries = entriesOf(groups[at]);
  // Other entries of the group belong to the user, so only our entry is updated; one with another matcher moves out.
  const others = entries.filter((entry) => !isOurs(entry));
  const group = groups[at] as HookGroup;
  if (others.length > 0 && group.matcher !== wanted.matcher) {
    return registerHook(setAt(text, [HOOKS, event, at], { ...group, hooks: others }), registration, shown);
  }
  const updated = others.length === 0 ? wanted : { ...group, hooks: [...others, ...wanted.hooks] };
  if (JSON.stringify(groups[at]) === JSON.stringify(updated)) return text;
  return setAt(text, [HOOKS, event, at], updated);
}

function unregisterHook(text: string, event: string, removal: Required<HookRemoval>): string {
  const { shown, isUnwanted, isKept } = removal;
  const groups = hooksOf(text, shown)[event] ?? [];
  const at = groups.findIndex((group) => entriesOf(group).some(isUnwanted));
  if (at < 0) return text;
  const others = entriesOf(groups[at]).filter((entry) => !isUnwanted(entry));
  if (others.length > 0) {
    const shorter = setAt(text, [HOOKS, event, at], { ...(groups[at] as object), hooks: others });
    return unregisterHook(shorter, event, removal);
  }
  if (groups.length === 1 && !isKept([HOOKS, event])) return removeAt(text, [HOOKS, event]);
  return unregisterHook(removeAt(text, [HOOKS, event, at]), event, removal);
}

function hooksOf(text: string, shown: string): Readonly<Record<string, readonly unknown[]>> {
  const hooks = parseSettings(text, shown)[HOOKS] ?? {};
  if (!isRecord(hooks)) throw brokenFile(shown, `has "${HOOKS}" that is not an object`);
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) throw brokenFile(shown, `has "${HOOKS}.${event}" that is not a list`);
  }
  return hooks as Record<string, readonly unknown[]>;
}
