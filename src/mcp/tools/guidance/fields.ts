import { z } from 'zod';
import { PRIORITIES, PROCESS_TYPES } from '../../../guidance/vocabulary.js';
import { optionalText } from '../../fields.js';

const words = (description: string) => z.array(z.string().max(300)).max(50).meta({ description }).optional();
const text = (description: string) => optionalText(2_000, description);
const removable = (max: number, description: string) =>
  optionalText(max, description).transform((given) => (given === 'none' ? null : given));

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
    valid_from: removable(100, 'A date or a version before which it is not shown; "none" removes it'),
    valid_until: removable(100, 'A date or a version after which it is not shown; "none" removes it'),
    superseded_by: removable(300, 'The id of the item that replaces it; "none" removes it'),
    deprecated: removable(2_000, 'Why it should no longer be used; "none" removes it'),
  })
  .meta({ description: 'edit: what changes; everything else stays' });
