import { z } from 'zod';
import { UserError } from '../../../kernel/user-error.js';
import { defineTool, type Tool } from '../../define-tool.js';
import { given, optionalText, requiredText } from '../../fields/text.js';
import type { GuidanceAccess } from '../../ports.js';
import { expectKnowledge } from './expect-knowledge.js';
import { FIELDS, givenFields } from './fields.js';
import { showItem } from './show-item.js';
import { VERDICTS } from './vocabulary.js';

type Access = Awaited<ReturnType<GuidanceAccess['open']>>;

export function reviewKnowledgeTool(access: GuidanceAccess): Tool {
  return defineTool({
    name: 'review_knowledge',
    title: 'Review process knowledge',
    description:
      'Changes one item after the person decided: promote (a draft becomes active; an active CRITICAL item holds matching calls once per session before they run), archive (kept, no longer shown), edit (with fields), feedback (helpful or wrong moves its confidence, snooze silences it until a day).',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    async handle(input) {
      const knowledge = await access.open();
      const item = expectKnowledge(await change(knowledge, input));
      // Whoever promotes an item expects to see it, and must hear if nobody will.
      const shown = input.action === 'promote' ? knowledge.show(item.id) : undefined;
      const silent = shown?.ok === true ? shown.value.silent : undefined;
      return { action: input.action, item: showItem(item), ...(silent !== undefined && { silent_because: silent }) };
    },
  });
}

const INPUT = z.strictObject({
  action: z.enum(['promote', 'archive', 'edit', 'feedback']).meta({ description: 'What is done' }),
  id: requiredText(300, 'Its id, or the beginning of it'),
  fields: FIELDS.optional(),
  verdict: z.enum(VERDICTS).meta({ description: 'feedback: how the item served; required for it' }).optional(),
  until: optionalText(40, 'feedback snooze: the day until which it keeps silent (ISO 8601; a week if left out)'),
  note: optionalText(500, 'feedback: why'),
});

function change(knowledge: Access, { action, id, fields, verdict, ...input }: z.output<typeof INPUT>) {
  switch (action) {
    case 'promote':
      return knowledge.promote(id);
    case 'archive':
      return knowledge.archive(id);
    case 'edit': {
      const changes = givenFields(fields ?? {});
      if (Object.keys(changes).length === 0) {
        throw new UserError('validation_error', 'fields: it is missing; edit needs at least one field to change');
      }
      return knowledge.edit(id, changes);
    }
    case 'feedback': {
      if (verdict === undefined) {
        throw new UserError('validation_error', `verdict: it is missing; feedback needs one of ${VERDICTS.join(', ')}`);
      }
      const [until, note] = [given(input.until), given(input.note)];
      return knowledge.feedback(id, verdict, {
        ...(until !== undefined && { until }),
        ...(note !== undefined && { note }),
      });
    }
  }
}
