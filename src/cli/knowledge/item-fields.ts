import type { Command } from 'commander';
import type { ItemFields } from '../../guidance/index.js';
import { PRIORITIES, PROCESS_TYPES } from '../../guidance/vocabulary.js';
import { parseChoice } from '../options/parse-choice.js';

/** The fields of an item as command-line options. */
export interface FieldOptions {
  readonly label?: string;
  readonly type?: string;
  readonly priority?: string;
  readonly description?: string;
  readonly evidence?: string;
  readonly tool?: readonly string[];
  readonly file?: readonly string[];
  readonly action?: readonly string[];
  readonly context?: readonly string[];
  readonly title?: string;
  readonly item?: readonly string[];
  readonly when?: string;
  readonly do?: string;
  readonly because?: string;
  readonly example?: string;
  readonly risk?: string;
  readonly severity?: string;
  readonly detection?: string;
  readonly mitigation?: string;
  readonly constraint?: string;
  readonly validate?: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly supersededBy?: string;
  readonly deprecated?: string;
}

export function withFields(command: Command): Command {
  const several = (value: string, earlier: readonly string[] = []) => [...earlier, value];
  return command
    .option('--type <type>', 'checklist, pattern, warning or requirement (default: from the other options)')
    .option('--priority <priority>', 'CRITICAL, HIGH, MEDIUM or LOW')
    .option('--description <text>', 'what it is about')
    .option('--evidence <text>', 'what happened that taught it')
    .option('--tool <name>', 'appears for this tool; repeatable', several)
    .option('--file <pattern>', 'appears for files like this, such as "**/plugin.json"; repeatable', several)
    .option('--action <words>', 'appears for this action, such as "npm publish"; repeatable', several)
    .option('--context <words>', 'matches better if the conversation is about this; repeatable', several)
    .option('--title <text>', 'checklist: its title')
    .option('--item <text>', 'checklist: one point of it; repeatable', several)
    .option('--when <situation>', 'pattern: the situation')
    .option('--do <action>', 'pattern: what to do then')
    .option('--because <rationale>', 'pattern, requirement: why')
    .option('--example <text>', 'pattern: an example')
    .option('--risk <text>', 'warning: what can go wrong')
    .option('--severity <word>', 'warning: how bad that is')
    .option('--detection <text>', 'warning: how to notice it')
    .option('--mitigation <text>', 'warning: how to avoid it')
    .option('--constraint <text>', 'requirement: what must hold')
    .option('--validate <text>', 'requirement: how to check it')
    .option('--valid-from <date|version>', 'not shown before it')
    .option('--valid-until <date|version>', 'not shown after it; "none" removes it')
    .option('--superseded-by <id>', 'the item that replaces it; "none" removes it')
    .option('--deprecated <reason>', 'shown with this note; "none" removes it');
}

/** With the field names of the graph files. */
export function toItemFields(given: FieldOptions): ItemFields {
  const content = contentOf(given);
  const type = parseChoice('--type', given.type, PROCESS_TYPES) ?? typeOf(content);
  return withoutEmpty({
    label: given.label,
    description: given.description,
    evidence: given.evidence,
    priority: parseChoice('--priority', given.priority?.toUpperCase(), PRIORITIES),
    process_type: type,
    trigger_conditions: withoutEmpty({
      tool_names: given.tool,
      file_patterns: given.file,
      action_keywords: given.action,
      context_keywords: given.context,
    }),
    ...content,
    valid_from: orNone(given.validFrom),
    valid_until: orNone(given.validUntil),
    superseded_by: orNone(given.supersededBy),
    deprecated: orNone(given.deprecated),
  }) as ItemFields;
}

type Content = Pick<ItemFields, 'checklist' | 'pattern' | 'warning' | 'requirement'>;

function contentOf(given: FieldOptions): Content {
  const isRequirement = given.type === 'requirement' || given.constraint !== undefined || given.validate !== undefined;
  const rationale = given.because;
  return withoutEmpty({
    checklist: withoutEmpty({ title: given.title, items: given.item }),
    pattern: withoutEmpty({
      situation: given.when,
      action: given.do,
      rationale: isRequirement ? undefined : rationale,
      example: given.example,
    }),
    warning: withoutEmpty({
      risk: given.risk,
      severity: given.severity,
      detection: given.detection,
      mitigation: given.mitigation,
    }),
    requirement: withoutEmpty({
      constraint: given.constraint,
      rationale: isRequirement ? rationale : undefined,
      validation: given.validate,
    }),
  }) as Content;
}

function typeOf(content: Content): string | undefined {
  return Object.keys(content)[0];
}

function orNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}

/** Without undefined and empty values. */
function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && !isEmptyObject(value));
  return Object.fromEntries(present);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
