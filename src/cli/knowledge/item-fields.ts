import type { ItemFields } from '../../guidance/index.js';
import { PRIORITIES, PROCESS_TYPES } from '../../guidance/vocabulary.js';
import { withoutEmpty } from '../../kernel/defined.js';
import type { CliCommand } from '../cli-command.js';
import { parseChoice } from '../options/parse-options.js';

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

export function withFields(command: CliCommand): CliCommand {
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
  const content = withoutEmpty(contentOf(given));
  const [only] = Object.keys(content);
  return withoutEmpty({
    label: given.label,
    description: given.description,
    evidence: given.evidence,
    priority: parseChoice('--priority', given.priority?.toUpperCase(), PRIORITIES),
    process_type: parseChoice('--type', given.type, PROCESS_TYPES) ?? only,
    trigger_conditions: {
      tool_names: given.tool,
      file_patterns: given.file,
      action_keywords: given.action,
      context_keywords: given.context,
    },
    ...content,
    valid_from: orNone(given.validFrom),
    valid_until: orNone(given.validUntil),
    superseded_by: orNone(given.supersededBy),
    deprecated: orNone(given.deprecated),
  });
}

function contentOf(given: FieldOptions) {
  const isRequirement = given.type === 'requirement' || given.constraint !== undefined || given.validate !== undefined;
  const { because } = given;
  return {
    checklist: { title: given.title, items: given.item },
    pattern: {
      situation: given.when,
      action: given.do,
      rationale: isRequirement ? undefined : because,
      example: given.example,
    },
    warning: {
      risk: given.risk,
      severity: given.severity,
      detection: given.detection,
      mitigation: given.mitigation,
    },
    requirement: {
      constraint: given.constraint,
      rationale: isRequirement ? because : undefined,
      validation: given.validate,
    },
  };
}

function orNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}
