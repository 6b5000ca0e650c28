import { z } from 'zod';
import type { Resolution, Resolve } from '../../../journal/index.js';
import { OUTCOME_STATUSES, ROOT_CAUSE_CATEGORIES } from '../../../journal/vocabulary.js';
import { defined } from '../../../kernel/defined.js';
import { failure, type Result } from '../../../kernel/result.js';
import { UserError } from '../../../kernel/user-error.js';
import type { Experience } from '../../../learning/index.js';
import type { SessionProgram } from '../../client-session.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalText, requiredText } from '../../fields.js';
import { expectChange } from './expect-change.js';
import { OPEN_ENTRY_ID } from './fields.js';

const MAX_LENGTH = 2_000;

export function resolveGhapTool(open: Open<SessionProgram>): Tool {
  return defineTool({
    name: 'resolve_ghap',
    title: 'Resolve an open hypothesis',
    description:
      'Records the outcome of an open entry: confirmed, falsified (then also surprise and root_cause) or abandoned. id is needed only if several are open; result may be left out if a test or build ran after the last update. The entry is kept for learning; stored: false means that this takes a little longer; you need not do anything. confidence_tier: gold if a test or build that ran after the last update says the same, silver if only you say so, bronze if hypothesis and prediction say nothing that could be wrong, or abandoned.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    meta: { 'anthropic/alwaysLoad': true },
    async handle(input) {
      const { journal, catchUp, redactor } = await open();
      const resolution = expectChange(await journal.resolve(toResolve(input), input.id));
      const saved = await catchUp.save(resolution.entry);
      if (saved.ok) return describeResolution(resolution, saved);
      const cause = redactor.redactNow(withoutPaths(saved.error));
      return describeResolution(
        resolution,
        failure(
          `${resolution.entry.id} is resolved, but not stored for learning yet (${cause}); it is kept in the journal and stored in the background, at the latest at the next start`,
        ),
      );
    },
  });
}

const INPUT = z.strictObject({
  id: OPEN_ENTRY_ID,
  status: z.enum(OUTCOME_STATUSES).meta({ description: 'The outcome' }),
  result: optionalText(MAX_LENGTH, 'What actually happened; may be left out if a test or build was captured'),
  surprise: optionalText(MAX_LENGTH, 'What was unexpected; required for falsified'),
  root_cause: z
    .strictObject({
      category: z.enum(ROOT_CAUSE_CATEGORIES).meta({ description: 'What kind of error it was' }),
      description: requiredText(MAX_LENGTH, 'Why the hypothesis was wrong'),
    })
    .meta({ description: 'Why the hypothesis was wrong; required for falsified' })
    .optional(),
  lesson: z
    .strictObject({
      what_worked: requiredText(MAX_LENGTH, 'The fix or approach that succeeded'),
      takeaway: optionalText(MAX_LENGTH, 'What to remember beyond this case'),
    })
    .meta({ description: 'What worked; worth giving for confirmed and falsified' })
    .optional(),
});

function toResolve({ status, root_cause: rootCause, lesson, result, surprise }: z.output<typeof INPUT>): Resolve {
  if (status === 'falsified') {
    if (surprise === undefined) throw missing('surprise', 'say what was unexpected');
    if (rootCause === undefined) {
      const categories = ROOT_CAUSE_CATEGORIES.join(', ');
      throw missing('root_cause', `give {category, description} with a category of ${categories}`);
    }
  }
  return { status, ...defined({ result, surprise, rootCause, lesson: lesson && defined(lesson) }) };
}

function missing(field: string, fix: string): UserError {
  return new UserError('validation_error', `${field} is missing, and a falsified entry needs it; ${fix}`);
}

function describeResolution(
  { entry, capturedOutcome, agreement, warnings }: Resolution,
  saved: Result<Experience, string>,
): object {
  const tierReason = saved.ok ? saved.value.tierReason : null;
  const allWarnings = saved.ok ? warnings : [...warnings, saved.error];
  return {
    id: entry.id,
    status: entry.outcome.status,
    confidence_tier: saved.ok ? saved.value.confidenceTier : entry.confidence_tier,
    resolved_at: entry.outcome.captured_at,
    ...(!saved.ok && { stored: false }),
    ...(tierReason !== null && { tier_reason: tierReason }),
    ...(capturedOutcome !== undefined && { captured_outcome: { ...capturedOutcome, agreement } }),
    ...(allWarnings.length > 0 && { warning: allWarnings.join(' ') }),
  };
}

/** A message for a client: of an absolute path only the last part is left, because the rest reveals details of the machine. */
export function withoutPaths(message: string): string {
  return message.replace(/(?<![\w.:/-])(?:[A-Za-z]:)?(?:[\\/][\w.@ +-]+){2,}/g, (path) => {
    const parts = path.split(/[\\/]/);
    return `…/${parts.at(-1) ?? ''}`;
  });
}
