import { parse } from 'yaml';
import { fieldOf, isRecord, optionalText, textsOf } from '../item/fields.js';
import { PRIORITIES, type Priority, type ProcessType } from '../item/item.js';
import { processTypeOf } from '../item/read-item.js';

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

/** Undefined if it is no YAML, names no field that we know, names an unknown type, or is a template. */
export function parseBlock(text: string): Block | undefined {
  const value = parseYaml(text);
  if (!isRecord(value)) return undefined;
  const named = optionalText(value, 'type') ?? optionalText(value, 'process_type') ?? 'pattern';
  const type = processTypeOf(named);
  if (type === undefined) return undefined;
  const content = fieldOf(value, type);
  const label = optionalText(value, 'label') ?? optionalText(value, 'title') ?? optionalText(content, 'title');
  const description = optionalText(value, 'description') ?? '';
  if (label === undefined && description === '' && !isRecord(content)) return undefined;
  if ([label ?? '', description].some(isPlaceholder)) return undefined;
  const title = label ?? (description.slice(0, 80) || mainText(content) || 'Process knowledge');
  return {
    type,
    priority: priorityOf(optionalText(value, 'priority')),
    label: title,
    description,
    evidence: optionalText(value, 'evidence'),
    graph: optionalText(value, 'triad'),
    triggers: triggersOf(fieldOf(value, 'trigger_conditions')),
    content: contentOf(type, content, description === '' ? title : description),
  };
}

function parseYaml(text: string): unknown {
  try {
    return parse(withoutFence(text), { maxAliasCount: 20, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

function withoutFence(text: string): string {
  return text.replace(/^\s*```\w*\s*$/gm, '');
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
