import type { RouteInput, RouteOutput } from '../../http/routes/index.js';

export type ItemData = RouteOutput<'knowledge_item'>;
type Item = ItemData['item'];
type Fields = RouteInput<'edit_item'>['fields'];

/** An item as a form has it: every value is a text, lists with one entry on each line. */
export type Draft = Readonly<Record<string, string>>;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'line' | 'text' | 'list';
}

const COMMON: readonly Field[] = [
  { name: 'label', label: 'Title', kind: 'line' },
  { name: 'description', label: 'About', kind: 'text' },
  { name: 'evidence', label: 'Known from', kind: 'text' },
];

const CONDITIONS: readonly Field[] = [
  { name: 'tool_names', label: 'Tools, one on each line', kind: 'list' },
  { name: 'file_patterns', label: 'File patterns', kind: 'list' },
  { name: 'action_keywords', label: 'Commands and actions', kind: 'list' },
  { name: 'context_keywords', label: 'Words of the conversation', kind: 'list' },
];

const CONTENT: Readonly<Record<string, readonly Field[]>> = {
  checklist: [
    { name: 'title', label: 'Heading', kind: 'line' },
    { name: 'items', label: 'Points, one on each line', kind: 'list' },
  ],
  pattern: [
    { name: 'situation', label: 'When', kind: 'text' },
    { name: 'action', label: 'Do', kind: 'text' },
    { name: 'rationale', label: 'Why', kind: 'text' },
    { name: 'example', label: 'Example', kind: 'text' },
  ],
  warning: [
    { name: 'risk', label: 'Risk', kind: 'text' },
    { name: 'severity', label: 'Severity', kind: 'line' },
    { name: 'detection', label: 'How to detect', kind: 'text' },
    { name: 'mitigation', label: 'Mitigation', kind: 'text' },
  ],
  requirement: [
    { name: 'constraint', label: 'Constraint', kind: 'text' },
    { name: 'rationale', label: 'Why', kind: 'text' },
    { name: 'validation', label: 'Verify with', kind: 'text' },
  ],
};

/** What a form for this type asks for, beside priority and type. */
export function toFields(type: string): readonly Field[] {
  return [...COMMON, ...getContent(type), ...CONDITIONS];
}

function getContent(type: string): readonly Field[] {
  return (CONTENT[type] ?? []).map((field) => ({ ...field, name: `${type}.${field.name}` }));
}

export function toDraft({ label, description, evidence, priority, triggers, content }: Item): Draft {
  const { type, ...texts } = content;
  const inside = Object.entries(texts).map(([name, value]) => [`${type}.${name}`, lines(value)]);
  return {
    label,
    description,
    evidence,
    priority,
    process_type: type,
    tool_names: lines(triggers.tools),
    file_patterns: lines(triggers.files),
    action_keywords: lines(triggers.actions),
    context_keywords: lines(triggers.contexts),
    ...Object.fromEntries(inside),
  };
}

function lines(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join('\n');
}

/** For a person who compares two versions. */
export function toText(draft: Draft): string {
  const { priority = '', process_type: type = '' } = draft;
  const rows = toFields(type).flatMap((field) => formatField(field, draft[field.name] ?? ''));
  return [`Priority: ${priority}`, `Type: ${type}`, ...rows].join('\n');
}

function formatField({ name, label, kind }: Field, text: string): string[] {
  const heading = label.split(',', 1)[0];
  if (text === '') return [];
  if (kind !== 'list') return [`${heading}: ${text}`];
  const isPart = CONDITIONS.some((condition) => condition.name === name);
  return isPart ? [`${heading}: ${entries(text).join(', ')}`] : entries(text).map((entry) => `- ${entry}`);
}

/** Texts that are longer than what is read of an item: they would be stored, and their end never shown. */
export function findTooLong(draft: Draft): string[] {
  return toFields(draft.process_type ?? '').flatMap(({ name, label, kind }) => {
    const texts = kind === 'list' ? entries(draft[name] ?? '') : [draft[name] ?? ''];
    const max = kind === 'line' ? MAX_LINE_LENGTH : MAX_TEXT_LENGTH;
    const longest = Math.max(0, ...texts.map((text) => text.length));
    const heading = label.split(',', 1)[0];
    if (longest > max) return [`${heading}: ${longest - max} of ${longest} characters too many.`];
    return texts.length > MAX_ENTRIES && kind === 'list' ? [`${heading}: at most ${MAX_ENTRIES} are read.`] : [];
  });
}

/** Fields of which only the beginning was read: the rest is lost if they are changed. */
export function findCut(before: Draft, after: Draft): string[] {
  return toFields(before.process_type ?? '')
    .filter(({ name, kind }) => {
      const texts = kind === 'list' ? entries(before[name] ?? '') : [before[name] ?? ''];
      const isFull = texts.length >= MAX_ENTRIES || texts.some((text) => text.length >= MAX_TEXT_LENGTH);
      return isFull && before[name] !== after[name];
    })
    .map(({ label }) => `${label.split(',', 1)[0]}: only its beginning was read, and saving drops what followed.`);
}

/** As the graph files are read. */
const MAX_LINE_LENGTH = 200;
const MAX_TEXT_LENGTH = 1_000;
const MAX_ENTRIES = 40;

/** Only what differs: fields that were changed elsewhere in the meantime are not overwritten. */
export function changedFields(before: Draft, after: Draft): Fields {
  const type = after.process_type ?? '';
  const differs = ({ name }: Pick<Field, 'name'>) => (before[name] ?? '') !== (after[name] ?? '');
  const values = (fields: readonly Field[], prefix = '') =>
    Object.fromEntries(
      fields.filter(differs).map(({ name, kind }) => {
        const text = after[name] ?? '';
        return [name.slice(prefix.length), kind === 'list' ? entries(text) : text];
      }),
    );
  const content = values(getContent(type), `${type}.`);
  const conditions = values(CONDITIONS);
  return {
    ...values(COMMON),
    ...(differs({ name: 'priority' }) && { priority: after.priority }),
    ...(differs({ name: 'process_type' }) && { process_type: type }),
    ...(Object.keys(conditions).length > 0 && { trigger_conditions: conditions }),
    ...(Object.keys(content).length > 0 && { [type]: content }),
  } as Fields;
}

function entries(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
