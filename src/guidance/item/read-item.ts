import { parseIsoDate } from '../../kernel/parse-iso-date.js';
import { compareVersions } from './compare-versions.js';
import { fieldOf, isRecord, numberOf, optionalText, textOf, textsOf } from './fields.js';
import {
  type KnowledgeItem,
  PRIORITIES,
  PROCESS_TYPES,
  type ProcessType,
  STATUSES,
  type TriggerConditions,
} from './item.js';
import { contentFault, readContent } from './read-content.js';

export interface ReadItem {
  /** Undefined if the node cannot be used at all. */
  readonly item: KnowledgeItem | undefined;
  /** One line each, naming the node, the field, its value and what is valid. */
  readonly faults: readonly string[];
}

/** Process knowledge is a Concept node that names a process type; other nodes are somebody else's. */
export function isProcessNode(node: unknown): boolean {
  return textOf(node, 'type') === 'Concept' && optionalText(node, 'process_type') !== undefined;
}

export function readItem(node: unknown, graph: string): ReadItem {
  const id = optionalText(node, 'id');
  if (!isRecord(node) || id === undefined) return { item: undefined, faults: [`${graph}: a node has no id`] };
  const faults: string[] = [];
  const fault = (message: string) => faults.push(`${graph}: ${id.slice(0, 100)}: ${message}`);
  const type = oneOf(PROCESS_TYPES, node, 'process_type', (text) => text.toLowerCase(), fault);
  if (type === undefined) return { item: undefined, faults };
  const content = readContent(node, type);
  const missing = contentFault(content);
  if (missing !== undefined) fault(missing);
  const item: KnowledgeItem = {
    id,
    graph,
    label: (optionalText(node, 'label') ?? id).slice(0, 200),
    description: textOf(node, 'description').slice(0, 1000),
    priority: oneOf(PRIORITIES, node, 'priority', (text) => text.toUpperCase(), fault) ?? 'MEDIUM',
    status: oneOf(STATUSES, node, 'status', (text) => text.toLowerCase(), fault, 'active') ?? 'active',
    confidence: confidenceOf(node, fault),
    evidence: textOf(node, 'evidence').slice(0, 1000),
    createdAt: textOf(node, 'created_at'),
    triggers: readTriggers(fieldOf(node, 'trigger_conditions'), fault),
    content,
    seen: Math.max(1, Math.floor(numberOf(node, 'seen_count', 1))),
    ...optional('lastSeenAt', optionalText(node, 'last_seen_at')),
    ...optional('archivedBy', optionalText(node, 'archived_by')),
    ...optional('validFrom', boundOf(node, 'valid_from', fault)),
    ...optional('validUntil', boundOf(node, 'valid_until', fault)),
    ...optional('supersededBy', optionalText(node, 'superseded_by')),
    ...optional('deprecated', deprecationOf(node)),
    ...optional('snoozedUntil', optionalText(node, 'snoozed_until')),
  };
  return { item: missing === undefined ? item : undefined, faults };
}

function oneOf<const Known extends readonly string[]>(
  known: Known,
  node: unknown,
  name: string,
  spell: (text: string) => string,
  fault: (message: string) => void,
  whenMissing?: Known[number],
): Known[number] | undefined {
  const value = fieldOf(node, name);
  if (value === undefined && whenMissing !== undefined) return whenMissing;
  const spelled = typeof value === 'string' ? spell(value.trim()) : undefined;
  const found = known.find((candidate) => candidate === spelled);
  if (found === undefined) fault(`${name} is ${shown(value)}; it must be one of ${known.join(', ')}`);
  return found;
}

function confidenceOf(node: unknown, fault: (message: string) => void): number {
  const value = fieldOf(node, 'confidence');
  if (value === undefined) return 1;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  fault(`confidence is ${shown(value)}; it must be a number from 0 to 1`);
  return 1;
}

const MOST_CONDITIONS = 50;
const LONGEST_CONDITION = 300;

function readTriggers(value: unknown, fault: (message: string) => void): TriggerConditions {
  if (value !== undefined && !isRecord(value)) fault('trigger_conditions must be an object with lists of texts');
  const list = (name: string) => {
    const given = fieldOf(value, name);
    if (given !== undefined && !Array.isArray(given) && typeof given !== 'string') {
      fault(`trigger_conditions.${name} is ${shown(given)}; it must be a list of texts`);
    }
    return textsOf(value, name)
      .filter((text) => text.trim() !== '' && text.length <= LONGEST_CONDITION)
      .slice(0, MOST_CONDITIONS);
  };
  return {
    tools: list('tool_names'),
    files: list('file_patterns'),
    actions: list('action_keywords'),
    contexts: list('context_keywords'),
    triads: list('triad_names'),
  };
}

/** It is kept, as it was written, also if it binds nobody: whoever wrote it finds it again. */
function boundOf(node: unknown, name: string, fault: (message: string) => void): string | undefined {
  const bound = optionalText(node, name);
  if (bound !== undefined && parseIsoDate(bound) === undefined && compareVersions(bound, bound) === undefined) {
    fault(`${name} is ${shown(bound)}; it must be a day such as 2026-12-01 or a version such as 2.0.0`);
  }
  return bound;
}

function deprecationOf(node: unknown): string | undefined {
  const value = fieldOf(node, 'deprecated');
  if (value === true) return 'it is kept for reference only';
  return optionalText(node, 'deprecated')?.slice(0, 300);
}

function optional<Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: string });
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return `"${value.slice(0, 60)}"`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

/** The type as a block or a person may write it. */
export function processTypeOf(text: string): ProcessType | undefined {
  return PROCESS_TYPES.find((type) => type === text.trim().toLowerCase());
}
