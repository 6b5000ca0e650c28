import { isRecord } from '../../kernel/is-record.js';
import { fieldOf, shown, textsOf } from './fields.js';
import type { TriggerConditions } from './item.js';

export interface ReadTriggers {
  readonly triggers: TriggerConditions;
  /** A condition that was named and cannot be read; undefined if there is none. */
  readonly unreadable: string | undefined;
}

const MAX_CONDITIONS = 50;
const MAX_CONDITION_LENGTH = 300;

/**
 * When an item concerns a call. A list of which nothing can be read is not the same as one that asks for nothing: the
 * item would be shown at every call, or pause the first one.
 */
export function readTriggers(value: unknown, fault: (message: string) => void): ReadTriggers {
  let unreadable: string | undefined;
  const cannotBeRead = (name: string, found: string) => {
    unreadable ??= name;
    fault(
      `${name} is ${found}; it must be ${name === WHOLE ? 'an object with lists' : 'a list'} of texts${UNTIL_THEN}`,
    );
  };
  if (value !== undefined && value !== null && !isRecord(value)) cannotBeRead(WHOLE, shown(value));
  const list = (name: string) => {
    const given = fieldOf(value, name);
    const texts = textsOf(value, name).filter((text) => text.trim() !== '' && text.length <= MAX_CONDITION_LENGTH);
    const entries = Array.isArray(given) ? given.length : Number(given !== undefined && given !== null && given !== '');
    if (entries > 0 && texts.length === 0) cannotBeRead(`${WHOLE}.${name}`, describe(given));
    else if (texts.length < entries) {
      fault(`${WHOLE}.${name} holds ${describe(given)}; only texts of up to ${MAX_CONDITION_LENGTH} characters count`);
    } else if (texts.length > MAX_CONDITIONS) {
      fault(`${WHOLE}.${name} holds ${texts.length} entries; only the first ${MAX_CONDITIONS} count`);
    }
    return texts.slice(0, MAX_CONDITIONS);
  };
  const triggers = {
    tools: list('tool_names'),
    files: list('file_patterns'),
    actions: list('action_keywords'),
    contexts: list('context_keywords'),
    triads: list('triad_names'),
  };
  return { triggers, unreadable };
}

const WHOLE = 'trigger_conditions';
const UNTIL_THEN = '; until then the item is not shown';

/** The first invalid entry. */
function describe(given: unknown): string {
  if (!Array.isArray(given)) return typeof given === 'string' ? 'a text that is too long' : shown(given);
  const wrong: unknown = given.find((entry) => typeof entry !== 'string' || entry.trim() === '') ?? given[0];
  const isLong = typeof wrong === 'string' && wrong.trim() !== '';
  return `a list with ${isLong ? 'a text that is too long' : shown(wrong)}`;
}
