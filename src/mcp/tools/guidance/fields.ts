import { z } from 'zod';
import type { ItemFields } from '../../../guidance/index.js';
import { PRIORITIES, PROCESS_TYPES } from '../../../guidance/vocabulary.js';
import { optionalText } from '../../fields/text.js';

const words = (description: string) => z.array(z.string().max(300)).max(50).meta({ description }).optional();
const text = (description: string) => optionalText(2_000, description);

/** What an edit may change, in the words of the graph files. The domain checks how the fields fit together. */
export const FIELDS = z
  .strictObject({
    label: optionalText(200, 'A short title'),
    description: text('What it is about'),
    evidence: text('What happened that taught it'),
    priority: z.enum(PRIORITIES).optional(),
    process_type: z.enum(PROCESS_TYPES).optional(),
    trigger_conditions: z
      .strictObject({
        tool_names: words('Tools at which it appears, such as Write, Edit, Bash'),
        file_patterns: words('Files at which it appears, such as **/plugin.json'),
        action_keywords: words('What is done when it appears, such as npm publish'),
        context_keywords: words('What is talked about when it fits better'),
        triad_names: words('Groups of agents that it is meant for'),
      })
      .optional(),
    checklist: z
      .strictObject({
        title: text('Its title'),
        items: words('Its points'),
        format: text('checkbox, numbered or bulleted'),
      })
      .optional(),
    pattern: z
      .strictObject({
        situation: text('When'),
        action: text('What is done then'),
        rationale: text('Why'),
        example: text('An example'),
      })
      .optional(),
    warning: z
      .strictObject({
        risk: text('What can go wrong'),
        severity: text('How bad'),
        detection: text('How one notices'),
        mitigation: text('How to avoid it'),
      })
      .optional(),
    requirement: z
      .strictObject({ constraint: text('What must hold'), rationale: text('Why'), validation: text('How to check it') })
      .optional(),
    valid_from: optionalText(100, 'A date or a version before which it is not shown; "none" removes it'),
    valid_until: optionalText(100, 'A date or a version after which it is not shown; "none" removes it'),
    superseded_by: optionalText(300, 'The id of the item that replaces it; "none" removes it'),
    deprecated: text('Why it should no longer be used; "none" removes it'),
  })
  .meta({ description: 'edit: what changes; everything else stays' });

const REMOVABLE = new Set(['valid_from', 'valid_until', 'superseded_by', 'deprecated']);

/** An empty text is one that was left out: it must not wipe what is stored. */
export function givenFields(fields: z.output<typeof FIELDS>): ItemFields {
  const removed = Object.entries(fields).map(([name, value]) => [
    name,
    REMOVABLE.has(name) && value === 'none' ? null : value,
  ]);
  return withoutBlanks(Object.fromEntries(removed)) as ItemFields;
}

function withoutBlanks(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const said = Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'string') return value.trim() === '' ? [] : [[name, value] as const];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value] as const];
    const part = withoutBlanks(value as Record<string, unknown>);
    return Object.keys(part).length === 0 ? [] : [[name, part] as const];
  });
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}
