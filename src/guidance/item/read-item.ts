import { isRecord } from '../../kernel/is-record.js';
import { parseIsoDate } from '../../kernel/parse-iso-date.js';
import { compareVersions } from './compare-versions.js';
import { fieldOf, numberOf, optionalText, shown, textOf } from './fields.js';
import { type KnowledgeItem, PRIORITIES, PROCESS_TYPES, STATUSES } from './item.js';
import { contentFault, readContent } from './read-content.js';
import { readTriggers } from './read-triggers.js';

export interface ReadItem {
  /** Undefined if the node cannot be used at all. */
  readonly item: KnowledgeItem | undefined;
  /** One line each, naming the node, the field, its value and what is valid. */
  readonly faults: readonly string[];
}

/** Process knowledge is a Concept node that names a process type; other nodes are not ours. */
export function isProcessNode(node: unknown): boolean {
  return textOf(node, 'type') === 'Concept' && optionalText(node, 'process_type') !== undefined;
}

export function readItem(node: unknown, graph: string): ReadItem {
  const id = optionalText(node, 'id');
  if (!isRecord(node) || id === undefined) return { item: undefined, faults: [`${graph}: a node has no id`] };
  const faults: string[] = [];
  const fault = (message: string) => faults.push(`${graph}: ${id.slice(0, 100)}: ${message}`);
  const type = oneOf(PROCESS_TYPES, fieldOf(node, 'process_type'), { name: 'process_type', spell: toLowerCase, fault });
  if (type === undefined) return { item: undefined, faults };
  const content = readContent(node, type);
  const missing = contentFault(content);
  if (missing !== undefined) fault(missing);
  const { status: given = 'active' } = node;
  const status = oneOf(STATUSES, given, {
    name: 'status',
    spell: toLowerCase,
    fault,
    untilFixed: 'it counts as a draft',
  });
  const { triggers, unreadable } = readTriggers(fieldOf(node, 'trigger_conditions'), fault);
  const item: KnowledgeItem = {
    id,
    graph,
    label: (optionalText(node, 'label') ?? id).slice(0, 200),
    description: textOf(node, 'description').slice(0, 1000),
    priority: oneOf(PRIORITIES, fieldOf(node, 'priority'), { name: 'priority', spell: toUpperCase, fault }) ?? 'MEDIUM',
    // A misspelled status may have meant any of them, and only a reviewed item may pause a call.
    status: status ?? 'draft',
    ...(status === undefined && { hasFaultyStatus: true }),
    confidence: confidenceOf(node, fault),
    evidence: textOf(node, 'evidence').slice(0, 1000),
    createdAt: textOf(node, 'created_at'),
    triggers,
    ...optional('unreadable', unreadable),
    content,
    seen: Math.max(1, Math.floor(numberOf(node, 'seen_count', 1))),
    ...optional('source', optionalText(node, 'source')?.slice(0, 100)),
    ...optional('lastSeenAt', optionalText(node, 'last_seen_at')),
    ...optional('archivedBy', optionalText(node, 'archived_by')),
    ...optional('validFrom', boundOf(node, 'valid_from', fault)),
    ...optional('validUntil', boundOf(node, 'valid_until', fault)),
    ...optional('supersededBy', textField(node, { name: 'superseded_by', wanted: 'the id of an item' }, fault)),
    ...optional('deprecated', deprecationOf(node)),
    ...optional('snoozedUntil', momentOf(node, 'snoozed_until', fault)),
  };
  return { item: missing === undefined ? item : undefined, faults };
}

interface ChoiceField {
  readonly name: string;
  readonly spell: (text: string) => string;
  readonly fault: Fault;
  /** What happens while the value is wrong. */
  readonly untilFixed?: string;
}

type Fault = (message: string) => void;

const toLowerCase = (text: string) => text.toLowerCase();
const toUpperCase = (text: string) => text.toUpperCase();

function oneOf<const Known extends readonly string[]>(
  known: Known,
  value: unknown,
  { name, spell, fault, untilFixed }: ChoiceField,
): Known[number] | undefined {
  const spelled = typeof value === 'string' ? spell(value.trim()) : undefined;
  const found = known.find((candidate) => candidate === spelled);
  if (found === undefined) {
    const effect = untilFixed === undefined ? '' : `; until then ${untilFixed}`;
    fault(`${name} is ${shown(value)}; it must be one of ${known.join(', ')}${effect}`);
  }
  return found;
}

function confidenceOf(node: unknown, fault: Fault): number {
  const value = fieldOf(node, 'confidence');
  if (value === undefined) return 1;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  fault(`confidence is ${shown(value)}; it must be a number from 0 to 1`);
  return 1;
}

/** It is kept, as it was written, even if it has no effect, so that its author finds it again. */
function boundOf(node: unknown, name: string, fault: Fault): string | undefined {
  const wanted = 'a day such as 2026-12-01 or a version such as 2.0.0';
  const bound = textField(node, { name, wanted }, fault);
  if (bound !== undefined && parseIsoDate(bound) === undefined && compareVersions(bound, bound) === undefined) {
    fault(`${name} is ${shown(bound)}; it must be ${wanted}`);
  }
  return bound;
}

function momentOf(node: unknown, name: string, fault: Fault): string | undefined {
  const wanted = 'a day such as 2026-12-01, or a moment of it';
  const moment = textField(node, { name, wanted }, fault);
  if (moment !== undefined && parseIsoDate(moment) === undefined) {
    fault(`${name} is ${shown(moment)}; it must be ${wanted}; until then it silences nothing`);
  }
  return moment;
}

/** A text that may be missing; any other type would be ignored without a message. */
function textField(
  node: unknown,
  { name, wanted }: { readonly name: string; readonly wanted: string },
  fault: Fault,
): string | undefined {
  const value = fieldOf(node, name);
  if (value !== undefined && value !== null && typeof value !== 'string') {
    fault(`${name} is ${shown(value)}; it must be ${wanted}`);
  }
  return optionalText(node, name);
}

function deprecationOf(node: unknown): string | undefined {
  const value = fieldOf(node, 'deprecated');
  if (value === true) return 'it is kept for reference only';
  return optionalText(node, 'deprecated')?.slice(0, 300);
}

function optional<Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: string });
}
