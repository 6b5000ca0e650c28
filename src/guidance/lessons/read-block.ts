import { PRIORITIES, PROCESS_TYPES, type Priority, type ProcessType } from '../item/item.js';
import { type FieldValue, fieldName, isMap, parseFields } from './parse-fields.js';
import { CONDITIONS, type Condition, guessCondition, isUnconditional, readCondition } from './read-condition.js';

/** A [PROCESS_KNOWLEDGE] block, with defaults for what it does not say. */
export interface Block {
  readonly type: ProcessType;
  readonly priority: Priority;
  readonly label: string;
  readonly description: string;
  readonly evidence: string;
  readonly graph: string | undefined;
  readonly triggers: Readonly<Partial<Record<Condition, readonly string[]>>>;
  readonly content: Readonly<Record<string, unknown>>;
  /** What could not be understood; the description has the whole text then. */
  readonly problem: string | undefined;
}

/** What a block says; unknown fields become part of the description. Undefined for a template. */
export function readBlock(text: string): Block | undefined {
  if (isTemplate(text)) return undefined;
  const fields = collectFields(parseFields(text));
  const problems: string[] = [];
  const type = readType(fields, problems);
  const priority = readPriority(takeText(fields, ['priority']), problems);
  const label = takeText(fields, ['label', 'title', 'name']);
  const described = takeText(fields, ['description', 'summary']);
  const evidence = takeText(fields, ['evidence']);
  const graph = takeText(fields, ['triad', 'graph']);
  const triggers = readTriggers(fields, problems);
  const content = readContent(type, fields);
  const notes = [...fields.values()].map(({ name, value }) => joined(name, value));
  const main = [content[MAIN_FIELD[type]]].flat().join('; ');
  const title = label || [content.title].flat().join('') || described || main;
  if (title === '' && notes.length === 0) return undefined;
  if (title === '') problems.push('it has no label and no content');
  const shortTitle = oneLine(title || text);
  const rest = problems.length > 0 ? [text.trim()] : [label.length > MAX_LABEL ? label : '', ...notes];
  const about = [described, ...rest];
  return {
    type,
    priority,
    label: shortTitle.slice(0, MAX_LABEL),
    description: about.filter((part) => part !== '').join('\n'),
    evidence,
    graph: graph || undefined,
    triggers,
    content: main === '' ? { ...content, [MAIN_FIELD[type]]: wrap(type, described || shortTitle) } : content,
    problem: problems.length === 0 ? undefined : problems.join('; '),
  };
}

const MAX_LABEL = 200;

/** `type: checklist | pattern`, `label: <short title>`: an explanation of the format. */
function isTemplate(text: string): boolean {
  return /^[\s*_`"'-]*(?:process_)?type\W{1,6}\w+ ?[|/] ?(?:checklist|pattern|warning|requirement)|^[\s*_`"'-]*(?:label|title|description)\W{1,6}?(?:<[^>\n]*>|\{[^}\n]*\}|\[[^\]\n]*\]|\.{3}|…)\W*$/im.test(
    text,
  );
}

interface NamedValue {
  readonly name: string;
  readonly value: FieldValue;
}
/** By their plain names. What was taken is removed, so that the rest can be kept as notes. */
type Fields = Map<string, NamedValue>;

function collectFields(value: FieldValue): Fields {
  const fields: Fields = new Map();
  const parts = Array.isArray(value) ? value : [value];
  for (const [index, part] of parts.entries()) {
    if (!isMap(part)) {
      if (part !== '') fields.set(`#${index}`, { name: '', value: part });
      continue;
    }
    for (const [name, inner] of part) {
      const key = fieldName(name);
      fields.set(fields.has(key) ? `${key} ${fields.size}` : key, { name, value: inner });
    }
  }
  return fields;
}

function take(fields: Fields, names: readonly string[]): FieldValue | undefined {
  const found = names.find((name) => fields.has(name)) ?? '';
  const value = fields.get(found)?.value;
  fields.delete(found);
  return value;
}

function takeText(fields: Fields, names: readonly string[]): string {
  return flatten(take(fields, names) ?? '');
}

/** In one line, with the names of inner fields. */
function flatten(value: FieldValue): string {
  if (typeof value === 'string') return value.trim();
  const parts = isMap(value) ? [...value].map(([name, inner]) => joined(name, inner)) : value.map(flatten);
  return parts.join('; ');
}

function joined(name: string, value: FieldValue): string {
  return name === '' ? flatten(value) : `${name}: ${flatten(value)}`;
}

/** `type` may be the node's, Concept; what the content is called comes last. */
function readType(fields: Fields, problems: string[]): ProcessType {
  const named = [takeText(fields, ['processtype']), takeText(fields, ['type'])].filter((text) => text !== '');
  const known = (text: string) => PROCESS_TYPES.find((type) => new RegExp(`^\\W*${type}`, 'i').test(text));
  const type = named.map(known).find((one) => one !== undefined) ?? PROCESS_TYPES.find((one) => fields.has(one));
  if (type === undefined && named.length > 0)
    problems.push(`its type "${oneLine(named.join(' ')).slice(0, 40)}" is not known`);
  return type ?? 'pattern';
}

function readPriority(text: string, problems: string[]): Priority {
  const priority = PRIORITIES.find((one) => text.toUpperCase().includes(one));
  if (priority === undefined && text !== '') problems.push(`its priority "${oneLine(text).slice(0, 40)}" is not known`);
  return priority ?? 'MEDIUM';
}

/** Below a name of their own or directly in the block. */
function readTriggers(fields: Fields, problems: string[]): Block['triggers'] {
  const inner = takeTriggerFields(fields);
  const triggers: Partial<Record<Condition, readonly string[]>> = {};
  for (const [condition, name] of Object.entries(CONDITIONS) as [Condition, RegExp][]) {
    const given = [inner, fields].flatMap((from) => {
      const names = [...from.keys()].filter((key) => name.test(key));
      return names.map((key) => take(from, [key]) ?? '');
    });
    const values = readCondition(condition, given);
    if (values.length > 0) triggers[condition] = values;
    else if (given.map(flatten).some((text) => text !== '' && !isUnconditional(text))) {
      problems.push(
        `"${oneLine(given.map(flatten).join(' ')).slice(0, 40)}" is not a list of ${condition.replace('_', ' ')}`,
      );
    }
  }
  for (const [key, value] of inner) fields.set(`trigger ${key}`, value);
  return triggers;
}

/** A list without names says by its entries what they are. */
function takeTriggerFields(fields: Fields): Fields {
  const outer = take(fields, ['triggerconditions', 'triggers', 'trigger', 'conditions', 'appliesto', 'scope']);
  if (!Array.isArray(outer)) {
    const when = fields.get('when')?.value;
    const isCondition = isMap(when) && [...when.keys()].some((name) => isConditionName(fieldName(name)));
    return collectFields(outer ?? (isCondition ? take(fields, ['when']) : undefined) ?? '');
  }
  const inner = collectFields(outer.filter(isMap));
  for (const entry of outer.filter((value) => typeof value === 'string')) {
    const key = guessCondition(entry).replace('_', '');
    const before = inner.get(key)?.value;
    inner.set(key, { name: '', value: [...(Array.isArray(before) ? before : []), entry] });
  }
  return inner;
}

function isConditionName(name: string): boolean {
  return Object.values(CONDITIONS).some((pattern) => pattern.test(name));
}

const MAIN_FIELD = { checklist: 'items', pattern: 'action', warning: 'risk', requirement: 'constraint' } as const;

const CONTENT_FIELDS: Readonly<Record<ProcessType, Readonly<Record<string, readonly string[]>>>> = {
  checklist: { title: ['title', 'heading'], items: ['items', 'steps', 'points', 'checks'], format: ['format'] },
  pattern: {
    situation: ['situation', 'when'],
    action: ['action', 'do', 'rule'],
    rationale: ['rationale', 'why', 'because', 'reason'],
    example: ['example', 'examples'],
  },
  warning: {
    risk: ['risk', 'danger', 'problem'],
    severity: ['severity'],
    detection: ['detection', 'symptom', 'symptoms'],
    mitigation: ['mitigation', 'fix', 'instead', 'do'],
  },
  requirement: {
    constraint: ['constraint', 'rule', 'must'],
    rationale: ['rationale', 'why', 'because', 'reason'],
    validation: ['validation', 'check', 'verify'],
  },
};

/** Text, list or fields. Unknown fields are added to the main field, with their names. */
function readContent(type: ProcessType, fields: Fields): Record<string, unknown> {
  const given = take(fields, [type]) ?? '';
  const own = isMap(given) ? collectFields(given) : new Map<string, NamedValue>();
  const main = MAIN_FIELD[type];
  const texts: FieldValue[] = isMap(given) ? [] : [given];
  const content: Record<string, unknown> = {};
  for (const [name, aliases] of Object.entries(CONTENT_FIELDS[type])) {
    // Some blocks have the fields of their content next to it.
    const value = take(own, aliases) ?? take(fields, aliases);
    if (value === undefined) continue;
    if (name === main) texts.unshift(value);
    else content[name] = flatten(value);
  }
  texts.push(...[...own.values()].map(({ name, value }) => new Map([[name, value]])));
  const points = texts.flatMap(type === 'checklist' ? toPoints : flatten).filter((point) => point !== '');
  if (points.length > 0) content[main] = type === 'checklist' ? points : points.join('; ');
  return type === 'checklist' ? { format: 'checkbox', ...content } : content;
}

function toPoints(value: FieldValue): string[] {
  if (typeof value === 'string')
    return value.split('\n').map((line) => line.replace(/^\s*(?:[-*•]\s+)?(?:\[[ xX]?\]\s+)?/, '').trim());
  return isMap(value) ? [...value].map(([name, inner]) => joined(name, inner)) : value.flatMap(toPoints);
}

function wrap(type: ProcessType, text: string): string | string[] {
  return type === 'checklist' ? [text] : text;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
