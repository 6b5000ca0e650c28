import { z } from 'zod';
import type { EntryUpdate } from '../../../journal/index.js';
import { STRATEGIES } from '../../../journal/vocabulary.js';
import { UserError } from '../../../kernel/user-error.js';
import { defineTool, type Tool } from '../../define-tool.js';
import { nonEmpty, optionalText } from '../../fields/text.js';
import type { JournalPart, Open } from '../../ports.js';
import { expectChange } from './expect-change.js';
import { OPEN_ENTRY_ID } from './fields.js';

const MAX_LENGTH = 1_000;

export function updateGhapTool(open: Open<JournalPart>): Tool {
  return defineTool({
    name: 'update_ghap',
    title: 'Update an open hypothesis',
    description:
      'Changes an open entry when you learn something: another hypothesis, action or prediction (the ones before are kept as history, and iteration_count grows), another strategy, or a note. id is needed only if several are open.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    meta: { 'anthropic/alwaysLoad': true },
    async handle(input) {
      const { journal } = await open();
      const { entry, warnings } = expectChange(await journal.update(toUpdate(input), nonEmpty(input.id)));
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

function toUpdate(input: z.output<typeof INPUT>): EntryUpdate {
  const hypothesis = nonEmpty(input.hypothesis);
  const action = nonEmpty(input.action);
  const prediction = nonEmpty(input.prediction);
  const note = nonEmpty(input.note);
  if ([hypothesis, action, prediction, input.strategy, note].every((field) => field === undefined)) {
    throw new UserError('validation_error', 'nothing to update; give hypothesis, action, prediction, strategy or note');
  }
  return {
    ...(hypothesis !== undefined && { hypothesis }),
    ...(action !== undefined && { action }),
    ...(prediction !== undefined && { prediction }),
    ...(input.strategy !== undefined && { strategy: input.strategy }),
    ...(note !== undefined && { note }),
  };
}
