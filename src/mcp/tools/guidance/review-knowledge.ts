import { z } from 'zod';
import type { Knowledge } from '../../../guidance/index.js';
import { FAILURE_TYPES, VERDICTS } from '../../../guidance/vocabulary.js';
import { defined, withoutEmpty } from '../../../kernel/defined.js';
import { quoteText } from '../../../kernel/quote.js';
import { expectValue, UserError } from '../../../kernel/user-error.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalText } from '../../fields.js';
import { FIELDS } from './fields.js';
import { showItem, showTitle } from './show-item.js';

export function reviewKnowledgeTool(open: Open<Pick<Program, 'knowledge'>>): Tool {
  return defineTool({
    name: 'review_knowledge',
    title: 'Review process knowledge',
    description:
      'Changes one item, or several by ids, after the user decided: promote (a draft becomes active, but not an item of others, which the user promotes with `witan knowledge promote`; an active CRITICAL item pauses matching calls once per session), archive (kept, no longer shown), edit (with fields), feedback (helpful, wrong or not-helpful changes its confidence, snooze hides it until a day).',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    async handle(input) {
      const knowledge = await (await open()).knowledge();
      const { action } = input;
      const ids = [input.id ?? '', ...(input.ids ?? [])].map((id) => id.trim()).filter((id) => id !== '');
      if (ids.length === 0)
        throw new UserError('validation_error', 'id: it is missing; name one by id or several by ids');
      // All are looked up before the first change, so that a wrong id changes nothing.
      if (ids.length > 1) for (const id of ids) expectValue(knowledge.locate(id), FAILURE_TYPES);
      const changed = [];
      for (const id of ids) changed.push(await changeOne(knowledge, id, input));
      return changed.length === 1 ? { action, ...changed[0] } : { action, results: changed, count: changed.length };
    },
  });
}

async function changeOne(knowledge: Knowledge, id: string, input: z.output<typeof INPUT>) {
  const item = expectValue(await change(knowledge, id, input), FAILURE_TYPES);
  // A promoted item that is still not shown is reported with the reason.
  const shown = input.action === 'promote' ? knowledge.show(item.id) : undefined;
  const inactive = shown?.ok === true ? shown.value.inactive : undefined;
  return {
    item: item.isForeign === true ? showTitle(item) : showItem(item),
    ...(inactive !== undefined && { inactive_because: inactive }),
  };
}

const INPUT = z.strictObject({
  action: z.enum(['promote', 'archive', 'edit', 'feedback']).meta({ description: 'What is done' }),
  id: optionalText(300, 'Its id, or the beginning of it; process_ may be left out'),
  ids: z.array(z.string().max(300)).max(50).meta({ description: 'Several items, instead of id' }).optional(),
  fields: FIELDS.optional(),
  verdict: z
    .enum(VERDICTS)
    .meta({ description: 'feedback: whether the item helped; required for feedback' })
    .optional(),
  until: optionalText(40, 'feedback snooze: the day until which it is not shown (ISO 8601; a week if left out)'),
  note: optionalText(500, 'feedback: why'),
});

function change(knowledge: Knowledge, id: string, input: z.output<typeof INPUT>) {
  const { action, fields = {}, verdict, until, note } = input;
  switch (action) {
    case 'promote': {
      const shown = knowledge.show(id);
      // Only its title was shown here, and a text that the agent has read may have asked for it.
      if (shown.ok && shown.value.item.isForeign === true) {
        const name = quoteText(shown.value.item.id, 120);
        const fix = 'the user reads and promotes it with `witan knowledge promote`, or on the page of `witan view`';
        throw new UserError(
          'validation_error',
          `id: ${name} is an item of others, which an agent cannot promote; ${fix}`,
        );
      }
      return knowledge.promote(id);
    }
    case 'archive':
      return knowledge.archive(id);
    case 'edit': {
      const changes = withoutEmpty(fields);
      if (Object.keys(changes).length === 0) {
        throw new UserError('validation_error', 'fields: it is missing; edit needs at least one field to change');
      }
      return knowledge.edit(id, changes);
    }
    case 'feedback': {
      if (verdict === undefined) {
        throw new UserError('validation_error', `verdict: it is missing; feedback needs one of ${VERDICTS.join(', ')}`);
      }
      return knowledge.feedback(id, verdict, defined({ until, note }));
    }
  }
}
