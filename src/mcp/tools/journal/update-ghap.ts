import { z } from 'zod';
import { STRATEGIES } from '../../../journal/vocabulary.js';
import { defined } from '../../../kernel/defined.js';
import { UserError } from '../../../kernel/user-error.js';
import type { SessionProgram } from '../../client-session.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalText } from '../../fields.js';
import { expectChange } from './expect-change.js';
import { OPEN_ENTRY_ID } from './fields.js';

const MAX_LENGTH = 1_000;

export function updateGhapTool(open: Open<SessionProgram>): Tool {
  return defineTool({
    name: 'update_ghap',
    title: 'Update an open hypothesis',
    description:
      'Changes an open entry when you learn something: another hypothesis, action or prediction (the ones before are kept as history, and iteration_count grows), another strategy, or a note. id is needed only if several are open.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    meta: { 'anthropic/alwaysLoad': true },
    async handle({ id, ...input }) {
      const { journal } = await open();
      const update = defined(input);
      if (Object.keys(update).length === 0) {
        throw new UserError(
          'validation_error',
          'nothing to update; give hypothesis, action, prediction, strategy or note',
        );
      }
      const { entry, warnings } = expectChange(await journal.update(update, id));
      return {
        success: true,
        iteration_count: entry.iteration_count,
        id: entry.id,
        ...(warnings.length > 0 && { warning: warnings.join(' ') }),
      };
    },
  });
}

const INPUT = z.strictObject({
  id: OPEN_ENTRY_ID,
  hypothesis: optionalText(MAX_LENGTH, 'What you believe now'),
  action: optionalText(MAX_LENGTH, 'What you do now because of it'),
  prediction: optionalText(MAX_LENGTH, 'What you expect to see if it is right'),
  strategy: z.enum(STRATEGIES).meta({ description: 'How you approach it now' }).optional(),
  note: optionalText(MAX_LENGTH, 'Anything else worth keeping'),
});
