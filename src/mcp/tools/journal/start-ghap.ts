import { z } from 'zod';
import type { ActiveEntry, Superseding } from '../../../journal/index.js';
import { defineTool, type Tool } from '../../define-tool.js';
import { requiredText } from '../../fields/text.js';
import type { Foresight, JournalAccess } from '../../ports.js';
import { expectChange } from './expect-change.js';
import { DOMAINS, STRATEGIES } from './vocabulary.js';

const LONGEST = 1_000;

export function startGhapTool(access: JournalAccess): Tool {
  return defineTool({
    name: 'start_ghap',
    title: 'Start a hypothesis',
    description:
      'Writes down what you believe before you act on it: goal, hypothesis, action, prediction. Use it when you are not sure why something happens or whether a change will do. Returns the id and, where there is one, the similar hypothesis that turned out wrong (premortem) and how often such predictions held here (track_record). Close it with resolve_ghap. An entry that is still active is abandoned as superseded, with a warning.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    meta: { 'anthropic/alwaysLoad': true },
    async handle(input) {
      const { journal, foresee, persistLater } = await access.open();
      const begun = expectChange(await journal.supersede(input));
      if (begun.superseded !== undefined) persistLater(begun.superseded);
      return { ...describeEntry(begun.entry), ...warningOf(begun), ...describeForesight(await foresee(input)) };
    },
  });
}

const INPUT = z.strictObject({
  domain: z.enum(DOMAINS).meta({ description: 'What kind of work it is' }),
  strategy: z.enum(STRATEGIES).meta({ description: 'How you go about it' }),
  goal: requiredText(LONGEST, 'The meaningful change that you want to make'),
  hypothesis: requiredText(LONGEST, 'What you believe about the situation'),
  action: requiredText(LONGEST, 'What you do because you believe it'),
  prediction: requiredText(LONGEST, 'What you will observe if the hypothesis is right'),
});

function describeEntry({ id, domain, strategy, goal, hypothesis, action, prediction, created_at }: ActiveEntry) {
  return { id, domain, strategy, goal, hypothesis, action, prediction, created_at };
}

function warningOf({ superseded, warnings }: Superseding): { warning?: string } {
  const replaced =
    superseded === undefined ? [] : [`The entry ${superseded.id} was still active and is now abandoned (superseded).`];
  const all = [...replaced, ...warnings];
  return all.length === 0 ? {} : { warning: all.join(' ') };
}

function describeForesight({ premortem, hitRate }: Foresight): object {
  return {
    ...(premortem !== undefined && {
      premortem: {
        id: premortem.experience.id,
        similarity: rounded(premortem.similarity),
        goal: premortem.experience.goal,
        hypothesis: premortem.experience.hypothesis,
        outcome_result: premortem.experience.outcomeResult,
        surprise: premortem.experience.surprise,
        root_cause: premortem.experience.rootCause,
        lesson: premortem.experience.lesson,
      },
    }),
    ...(hitRate !== undefined && {
      track_record: { confirmed: hitRate.confirmed, falsified: hitRate.falsified, hit_rate: rounded(hitRate.rate) },
    }),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
