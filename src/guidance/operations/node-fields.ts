import { isRecord } from '../../kernel/is-record.js';
import { failure, type Result, success } from '../../kernel/result.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import type { NodeFields } from '../graph/graph-text.js';
import { fieldOf } from '../item/fields.js';
import { type KnowledgeItem, PROCESS_TYPES } from '../item/item.js';
import { readItem } from '../item/read-item.js';
import type { ItemFields } from './knowledge.js';

const EDITABLE: readonly (keyof ItemFields)[] = [
  ...(['label', 'description', 'evidence', 'priority', 'process_type', 'confidence', 'trigger_conditions'] as const),
  ...PROCESS_TYPES,
  ...(['valid_from', 'valid_until', 'superseded_by', 'deprecated'] as const),
];

/** What a person gave, as fields of a node: known names only, secrets taken out, null for what is to be removed. */
export function toNodeFields(given: ItemFields, redact: (text: string) => string): NodeFields {
  const fields: Record<string, unknown> = {};
  for (const name of EDITABLE) {
    const value = given[name];
    if (value === undefined) continue;
    if (name === 'priority' && typeof value === 'string') fields[name] = value.toUpperCase();
    else if (name === 'process_type' && typeof value === 'string') fields[name] = value.toLowerCase();
    else fields[name] = value === null ? undefined : clean(value, redact, 0);
  }
  return fields;
}

/** Objects are merged key by key: a caller that gives new file patterns does not mean to lose the keywords. */
export function joined(node: unknown, fields: NodeFields): NodeFields {
  const whole = Object.entries(fields).map(([name, value]) => {
    const before = fieldOf(node, name);
    return [name, isRecord(before) && isRecord(value) ? { ...before, ...value } : value];
  });
  return Object.fromEntries(whole);
}

const MAX_DEPTH = 6;

function clean(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((entry) => clean(entry, redact, depth + 1));
  if (!isRecord(value)) return value;
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, clean(value[name], redact, depth + 1)]));
}

/** The node with its new fields, as an item; every fault of it is a reason to refuse. */
export function checkNode(node: unknown, fields: NodeFields, graph: string): Result<KnowledgeItem, KnowledgeFailure> {
  const next: Record<string, unknown> = { ...(isRecord(node) ? node : {}), ...fields };
  const { item, faults } = readItem(next, graph);
  if (item !== undefined && faults.length === 0) return success(item);
  return failure({ kind: 'invalid', message: faults.join('; ') });
}
