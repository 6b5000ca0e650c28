import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { requiredText } from '../../fields.js';
import { countedFromOne, SHOWING } from './fields.js';

export function runCoachingPipelineTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_run_coaching_pipeline',
    title: 'Turn a plan into coached phases',
    description:
      'Hands your plan to the coach, which splits it into phases with hints for this person and shows them on the page. Call it once when the plan is ready; it may take a minute.',
    input: z.strictObject({
      planText: requiredText(200_000, 'The whole plan, in Markdown'),
      issueSummary: requiredText(10_000, 'What the issue is about, in one to three sentences'),
      issueNumber: countedFromOne('The number of the issue').optional(),
    }),
    annotations: { ...SHOWING, idempotentHint: false },
    async handle({ planText, issueSummary, issueNumber }, { signal }) {
      const { pipeline } = await open();
      const request = { planText, issueSummary, ...(issueNumber !== undefined && { issueNumber }) };
      const { phases, ...plan } = await pipeline.run(request, signal);
      return {
        ...plan,
        phases: phases.map(({ number, title, description, hintLevel }) => ({ number, title, description, hintLevel })),
        ...(plan.isDemo && { notice: NOTICE }),
      };
    },
  });
}

const NOTICE =
  'Demo coach: no model was asked, because none is available or the limit of the day is reached. The phases follow the headings of the plan.';
