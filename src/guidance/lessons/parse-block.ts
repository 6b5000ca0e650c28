import { parseDocument } from 'yaml';
import { fieldOf, isRecord, optionalText, textsOf } from '../item/fields.js';
import { PRIORITIES, PROCESS_TYPES, type Priority, type ProcessType } from '../item/item.js';
import { processTypeOf } from '../item/read-item.js';
import { repairYaml } from './repair-yaml.js';

/** A [PROCESS_KNOWLEDGE] block, with defaults for what it does not say. */
export interface Block {
  readonly type: ProcessType;
  readonly priority: Priority;
  readonly label: string;
  readonly description: string;
  readonly evidence: string | undefined;
  readonly graph: string | undefined;
  readonly triggers: Readonly<Record<string, readonly string[]>>;
  readonly content: Readonly<Record<string, unknown>>;
}

/** What a block says; or why it cannot be read; or nothing, if it only shows how a block looks. */
export type ReadBlock = { readonly block: Block } | { readonly fault: string } | undefined;

/** Undefined if it cannot be read, or is a template. */
export function parseBlock(text: string): Block | undefined {
  const read = readBlock(text);
  return read !== undefined && 'block' in read ? read.block : undefined;
}

export function readBlock(text: string): ReadBlock {
  const parsed = parseYaml(text);
  if ('fault' in parsed) return isTemplate(text) ? undefined : parsed;
  const { value } = parsed;
  if (!isRecord(value)) return { fault: 'it holds no fields such as label: and type:' };
  const types = [optionalText(value, 'process_type'), optionalText(value, 'type')];
  if (types.some((type) => type?.includes('|'))) return undefined;
  const type = typeOf(value, types);
  if (type === undefined) {
    const named = (types[0] ?? types[1] ?? '').slice(0, 40);
    return { fault: `its type is "${named}"; it must be one of ${PROCESS_TYPES.join(', ')}` };
  }
  const content = fieldOf(value, type);
  const label = optionalText(value, 'label') ?? optionalText(value, 'title') ?? optionalText(content, 'title');
  const description = optionalText(value, 'description') ?? '';
  if (label === undefined && description === '' && !isRecord(content)) {
    return { fault: `it has neither a label nor a description nor a ${type}` };
  }
  if ([label ?? '', description].some(isPlaceholder)) return undefined;
  const title = label ?? (description.slice(0, 80) || mainText(content) || 'Process knowledge');
  const block = {
    type,
    priority: priorityOf(optionalText(value, 'priority')),
    label: title,
    description,
    evidence: optionalText(value, 'evidence'),
    graph: optionalText(value, 'triad'),
    triggers: triggersOf(fieldOf(value, 'trigger_conditions')),
    content: contentOf(type, content, description === '' ? title : description),
  };
  return { block };
}

/** `type` may be the node's, Concept: the process type is preferred, and what the content is called comes last. */
function typeOf(value: Readonly<Record<string, unknown>>, named: readonly (string | undefined)[]) {
  const [known] = named.flatMap((name) => (name === undefined ? [] : (processTypeOf(name) ?? [])));
  const called = PROCESS_TYPES.find((type) => isRecord(fieldOf(value, type)));
  return known ?? called ?? (named.every((name) => name === undefined) ? 'pattern' : undefined);
}

type Yaml = { readonly value: unknown; readonly isDoubtful: boolean } | { readonly fault: string };

/** As it stands, or else with the values quoted that YAML misreads. */
function parseYaml(text: string): Yaml {
  const bare = withoutFence(text);
  if (isNestedTooDeeply(bare)) return { fault: 'it is not readable as YAML (nested too deeply)' };
  const asWritten = tryYaml(bare);
  if (!('fault' in asWritten) && !asWritten.isDoubtful) return asWritten;
  const repaired = tryYaml(repairYaml(bare));
  return 'fault' in repaired ? asWritten : repaired;
}

const DEEPEST = 20;

/** The parser calls itself for each level, and where the stack ends V8 may end the whole process instead of throwing. */
function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return text.split('\n').some((line) => /^\s*(?:[-?:]\s+){10}/.test(line.slice(0, 500)));
}

function tryYaml(text: string): Yaml {
  try {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error !== undefined) throw error;
    // `!important` at the beginning of a value is a tag that nobody knows, and the word would be lost.
    return { value: document.toJS({ maxAliasCount: 20 }), isDoubtful: document.warnings.length > 0 };
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { fault: `it is not readable as YAML (${reason.replace(/:?\s*$/, '').slice(0, 120)})` };
  }
}

/** `label: <label>`, `type: checklist|pattern`: somebody explains the format. */
function isTemplate(text: string): boolean {
  return /^[ \t]*\w+:[ \t]*(?:<[^>\n]*>|\{[^}\n]*\}|\.{3}|…)[ \t]*$|^[ \t]*(?:process_)?type:[^\n]*\|/m.test(text);
}

function withoutFence(text: string): string {
  return text.replace(/^[ \t]*```\w*[ \t]*$/gm, '');
}

function priorityOf(text: string | undefined): Priority {
  const spelled = text?.toUpperCase();
  return PRIORITIES.find((priority) => priority === spelled) ?? 'MEDIUM';
}

/** `<label>`, `{title}`, `...`, `checklist|pattern`: somebody explains the format. */
function isPlaceholder(text: string): boolean {
  return /^\s*(?:<[^>]*>|\{[^}]*\}|\[[^\]]*\]|\.{3}|…|x{3,})\s*$/i.test(text);
}

const CONDITIONS = ['tool_names', 'file_patterns', 'action_keywords', 'context_keywords', 'triad_names'] as const;

function triggersOf(value: unknown): Record<string, string[]> {
  const named = CONDITIONS.map((name) => [name, textsOf(value, name)] as const).filter(([, list]) => list.length > 0);
  return Object.fromEntries(named);
}

const CONTENT_FIELDS: Readonly<Record<ProcessType, readonly string[]>> = {
  checklist: ['title', 'items', 'format'],
  pattern: ['situation', 'action', 'rationale', 'example'],
  warning: ['risk', 'severity', 'detection', 'mitigation'],
  requirement: ['constraint', 'rationale', 'validation'],
};

/** The fields that we know; what the type cannot do without is taken from the description. */
function contentOf(type: ProcessType, value: unknown, otherwise: string): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  for (const name of CONTENT_FIELDS[type]) {
    const field = fieldOf(value, name);
    if (name === 'items') content[name] = itemsOf(field);
    else if (typeof field === 'string' || typeof field === 'number') content[name] = String(field);
  }
  if (type === 'checklist') {
    content.format ??= 'checkbox';
    if (!Array.isArray(content.items) || content.items.length === 0) content.items = [otherwise];
  } else content[ESSENTIAL[type]] ||= otherwise;
  return content;
}

const ESSENTIAL = { pattern: 'action', warning: 'risk', requirement: 'constraint' } as const;

function itemsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  // `- plugin.json: version` is a map to YAML and a line to everybody else.
  return value.flatMap((entry: unknown) => {
    if (typeof entry === 'string' || typeof entry === 'number') return [String(entry)];
    return isRecord(entry) ? Object.entries(entry).map(([key, inner]) => `${key}: ${String(inner)}`) : [];
  });
}

function mainText(content: unknown): string | undefined {
  return optionalText(content, 'action') ?? optionalText(content, 'risk') ?? optionalText(content, 'constraint');
}
