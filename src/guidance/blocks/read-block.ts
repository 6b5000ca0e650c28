import { PRIORITIES, PROCESS_TYPES, type Priority, type ProcessType } from '../item/item.js';
import { entriesOf, type Field, parseFields, textOfField } from './parse-fields.js';
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

/** What a block says; fields that nothing here takes become part of the description. Undefined for a template. */
export function readBlock(text: string): Block | undefined {
  if (isTemplate(text)) return undefined;
  const fields = parseFields(text, { isKnown, isParent: (key) => PARENTS.has(key) });
  const problems: string[] = [];
  const type = readType(fields, problems);
  const priority = readPriority(fields, problems);
  const triggers = readTriggers(fields, problems);
  const content = readContent(type, fields);
  const label = takeText(fields, LABEL) || takeText(fields, ['title']);
  const described = takeText(fields, DESCRIPTION);
  const evidence = takeText(fields, ['evidence']);
  const graph = takeText(fields, GRAPH);
  const notes = fields.map(formatField);
  const main = [content[MAIN_FIELD[type]]].flat().join('; ');
  const title = label || [content.title].flat().join('') || described || main;
  if (title === '' && notes.join('') === '') return undefined;
  if (title === '') problems.push('it has no label and no content');
  const shortTitle = oneLine(title || text);
  const rest = problems.length > 0 ? [text.trim()] : [label.length > MAX_LABEL ? label : '', ...notes];
  return {
    type,
    priority,
    label: shortTitle.slice(0, MAX_LABEL),
    description: [described, ...rest].filter((part) => part !== '').join('\n'),
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
  return /^[\s*_`"'-]*(?:process_)?type\W{1,6}\w+ ?[|/] ?(?:checklist|pattern|warning|requirement)|^[\s*_`"'-]*label\W{1,6}?(?:<[^>\n]*>|\{[^}\n]*\}|\[[^\]\n]*\]|\.{3}|…)\W*$/im.test(
    text,
  );
}

const LABEL = ['label', 'name'];
const DESCRIPTION = ['description', 'summary'];
const GRAPH = ['triad', 'graph'];
const TRIGGERS = ['triggerconditions', 'triggers', 'trigger', 'conditions', 'appliesto', 'scope'];
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

const PARENTS = new Set([...TRIGGERS, ...PROCESS_TYPES, 'when']);
const KNOWN = new Set([
  ...['processtype', 'type', 'priority', 'evidence', ...LABEL, ...DESCRIPTION, ...GRAPH, ...PARENTS],
  ...Object.values(CONTENT_FIELDS).flatMap((aliases) => Object.values(aliases).flat()),
]);

function isKnown(key: string): boolean {
  return KNOWN.has(key) || Object.values(CONDITIONS).some((pattern) => pattern.test(key));
}

/** Removed, so that the rest can be kept as notes. */
function take(fields: Field[], isWanted: (key: string) => boolean): Field | undefined {
  const index = fields.findIndex(({ key, lines }) => lines.length > 0 && isWanted(key));
  return index === -1 ? undefined : fields.splice(index, 1)[0];
}

function takeText(fields: Field[], keys: readonly string[]): string {
  const field = take(fields, (key) => keys.includes(key));
  return field === undefined ? '' : textOfField(field).trim();
}

function formatField(field: Field): string {
  const text = textOfField(field);
  return field.name === '' || text === '' ? text : `${field.name}: ${text}`;
}

/** `type` may be the node's, Concept; what the content is called comes last. */
function readType(fields: Field[], problems: string[]): ProcessType {
  const named = takeAll(fields, (key) => key === 'processtype' || key === 'type').sort((a, b) =>
    a.key < b.key ? -1 : 1,
  );
  const known = (field: Field) =>
    PROCESS_TYPES.find((type) => new RegExp(`^\\W*${type}`, 'i').test(textOfField(field)));
  const type = named.map(known).find((one) => one !== undefined);
  const implied = PROCESS_TYPES.find((one) => fields.some(({ key }) => key === one));
  if (type === undefined && implied === undefined && named.length > 0)
    problems.push(`its type "${shortText(named)}" is not known`);
  keepRest(fields, named, [...PROCESS_TYPES, 'concept']);
  return type ?? implied ?? 'pattern';
}

function readPriority(fields: Field[], problems: string[]): Priority {
  const named = takeAll(fields, (key) => key === 'priority');
  const text = named.map(textOfField).join(' ').toUpperCase();
  const priority = PRIORITIES.find((one) => text.includes(one));
  if (priority === undefined && text !== '') problems.push(`its priority "${shortText(named)}" is not known`);
  keepRest(fields, named, PRIORITIES);
  return priority ?? 'MEDIUM';
}

/** Below a name of their own or directly in the block. A list without names says by its entries what they are. */
function readTriggers(fields: Field[], problems: string[]): Block['triggers'] {
  const triggers: Partial<Record<Condition, readonly string[]>> = {};
  const outer = takeAll(fields, (key) => TRIGGERS.includes(key));
  const unnamed = outer.flatMap(entriesOf);
  for (const [condition, name] of Object.entries(CONDITIONS) as [Condition, RegExp][]) {
    const named = takeAll(fields, (key) => name.test(key));
    const guessed = unnamed.filter((entry) => guessCondition(entry) === condition);
    const values = readCondition(condition, [...named.map(entriesOf), guessed]);
    if (values.length > 0) triggers[condition] = values;
    if (named.length === 0 || isUnconditional(shortText(named))) continue;
    if (values.length === 0) problems.push(`"${shortText(named)}" is not a list of ${condition.replace('_', ' ')}`);
    keepRest(fields, named, values);
  }
  keepRest(fields, outer, Object.values(triggers).flat());
  return triggers;
}

/** A field that says more than what was read of it stays for the description. */
function keepRest(fields: Field[], read: readonly Field[], values: readonly string[]): void {
  const known = values.join(' ').toLowerCase();
  const words = (field: Field) =>
    textOfField(field)
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  fields.push(...read.filter((field) => words(field).some((word) => !known.includes(word))));
}

function takeAll(fields: Field[], isWanted: (key: string) => boolean): Field[] {
  const taken: Field[] = [];
  for (let field = take(fields, isWanted); field !== undefined; field = take(fields, isWanted)) taken.push(field);
  return taken;
}

function shortText(fields: readonly Field[]): string {
  return oneLine(fields.map(textOfField).join(' ')).slice(0, 40);
}

/** What is directly below the content's name is added to its main field. */
function readContent(type: ProcessType, fields: Field[]): Record<string, unknown> {
  const main = MAIN_FIELD[type];
  const content: Record<string, unknown> = type === 'checklist' ? { format: 'checkbox' } : {};
  const texts: Field[] = [];
  for (const [name, aliases] of Object.entries(CONTENT_FIELDS[type])) {
    const field = take(fields, (key) => aliases.includes(key));
    if (field === undefined) continue;
    if (name === main) texts.push(field);
    else content[name] = textOfField(field);
  }
  texts.push(...takeAll(fields, (key) => key === type));
  const points = type === 'checklist' ? texts.flatMap(entriesOf) : texts.map(textOfField);
  if (points.length > 0) content[main] = type === 'checklist' ? points : points.join('; ');
  return content;
}

function wrap(type: ProcessType, text: string): string | string[] {
  return type === 'checklist' ? [text] : text;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
