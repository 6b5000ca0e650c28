import { z } from 'zod';
import { DOMAINS, STRATEGIES } from '../../../journal/vocabulary.js';
import type { CatchUp, SimilarHypothesis } from '../../../learning/index.js';
import type { SessionProgram } from '../../client-session.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { requiredText } from '../../fields.js';
import { describeEntry } from './describe-entry.js';
import { expectChange } from './expect-change.js';

const MAX_LENGTH = 1_000;

export function startGhapTool(open: Open<SessionProgram>): Tool {
  return defineTool({
    name: 'start_ghap',
    title: 'Start a hypothesis',
    description:
      'Records a hypothesis before you act on it: goal, hypothesis, action, prediction. Use it when you are not sure why something happens or whether a change will work. Returns the id and, if there is one, the similar hypothesis that turned out wrong (premortem), the one that was confirmed with what worked (worked_before; weak: it may be about something else), the nearest value learned here (value), and how often such predictions were confirmed (track_record). Close it with resolve_ghap. Other open entries stay open; then resolve_ghap and update_ghap need the id. domain and strategy may be left out: they are inferred from your words and named in inferred.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    meta: { 'anthropic/alwaysLoad': true },
    async handle(input) {
      const { journal, catchUp } = await open();
      const { entry, warnings } = expectChange(await journal.create(input));
      const { iteration_count: _, ...fields } = describeEntry(entry);
      return {
        ...fields,
        ...(warnings.length > 0 && { warning: warnings.join(' ') }),
        ...describeAdvice(await catchUp.findAdvice(entry)),
      };
    },
  });
}

const INPUT = z.strictObject({
  domain: z.enum(DOMAINS).meta({ description: 'What kind of work it is; inferred if left out' }).optional(),
  strategy: z.enum(STRATEGIES).meta({ description: 'How you approach it; inferred if left out' }).optional(),
  goal: requiredText(MAX_LENGTH, 'The meaningful change that you want to make'),
  hypothesis: requiredText(MAX_LENGTH, 'What you believe about the situation'),
  action: requiredText(MAX_LENGTH, 'What you do because you believe it'),
  prediction: requiredText(MAX_LENGTH, 'What you will observe if the hypothesis is right'),
});

function describeAdvice({
  similar: { falsified, confirmed },
  hitRate,
  value,
}: Awaited<ReturnType<CatchUp['findAdvice']>>): object {
  return {
    ...(falsified !== undefined && {
      premortem: {
        ...describeSimilar(falsified),
        surprise: falsified.experience.surprise,
        root_cause: falsified.experience.rootCause,
        lesson: falsified.experience.lesson,
      },
    }),
    ...(confirmed !== undefined && {
      worked_before: {
        ...describeSimilar(confirmed),
        what_worked: confirmed.experience.lesson?.what_worked ?? confirmed.experience.action,
        takeaway: confirmed.experience.lesson?.takeaway ?? null,
      },
    }),
    ...(value !== undefined && { value: { id: value.id, text: value.text, cluster_size: value.clusterSize } }),
    ...(hitRate !== undefined && {
      track_record: { confirmed: hitRate.confirmed, falsified: hitRate.falsified, hit_rate: rounded(hitRate.rate) },
    }),
  };
}

function describeSimilar({ experience, similarity, isWeak }: SimilarHypothesis) {
  return {
    id: experience.id,
    similarity: rounded(similarity),
    ...(isWeak && { weak: true }),
    goal: experience.goal,
    hypothesis: experience.hypothesis,
    outcome_result: experience.outcomeResult,
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
