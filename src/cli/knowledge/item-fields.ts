import type { Command } from 'commander';
import type { ItemFields } from '../../guidance/index.js';

/** What can be said about an item on the command line. */
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
    .option('--type <type>', 'checklist, pattern, warning or requirement (default: by what is said of it)')
    .option('--priority <priority>', 'CRITICAL, HIGH, MEDIUM or LOW')
    .option('--description <text>', 'what it is about')
    .option('--evidence <text>', 'what happened that taught it')
    .option('--tool <name>', 'appears at this tool; repeatable', several)
    .option('--file <pattern>', 'appears at files like this, such as "**/plugin.json"; repeatable', several)
    .option('--action <words>', 'appears where this is done, such as "npm publish"; repeatable', several)
    .option('--context <words>', 'fits better where this is talked about; repeatable', several)
    .option('--title <text>', 'checklist: its title')
    .option('--item <text>', 'checklist: one point of it; repeatable', several)
    .option('--when <situation>', 'pattern: the situation')
    .option('--do <action>', 'pattern: what is done then')
    .option('--because <rationale>', 'pattern, requirement: why')
    .option('--example <text>', 'pattern: an example')
    .option('--risk <text>', 'warning: what can go wrong')
    .option('--severity <word>', 'warning: how bad that is')
    .option('--detection <text>', 'warning: how one notices')
    .option('--mitigation <text>', 'warning: how to avoid it')
    .option('--constraint <text>', 'requirement: what must hold')
    .option('--validate <text>', 'requirement: how to check it')
    .option('--valid-from <date|version>', 'not shown before it')
    .option('--valid-until <date|version>', 'not shown after it; "none" takes it away')
    .option('--superseded-by <id>', 'another item takes its place; "none" takes it away')
    .option('--deprecated <reason>', 'shown with this note; "none" takes it away');
}

/** In the words of the graph files. */
export function toItemFields(given: FieldOptions): ItemFields {
  const content = contentOf(given);
  const type = given.type ?? typeOf(content);
  return present({
    label: given.label,
    description: given.description,
    evidence: given.evidence,
    priority: given.priority?.toUpperCase(),
    process_type: type,
    trigger_conditions: present({
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
  return present({
    checklist: present({ title: given.title, items: given.item }),
    pattern: present({
      situation: given.when,
      action: given.do,
      rationale: isRequirement ? undefined : rationale,
      example: given.example,
    }),
    warning: present({
      risk: given.risk,
      severity: given.severity,
      detection: given.detection,
      mitigation: given.mitigation,
    }),
    requirement: present({
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

/** Without what was not said; undefined where nothing was said at all. */
function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined && !isEmptyObject(value));
  return Object.fromEntries(said);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
