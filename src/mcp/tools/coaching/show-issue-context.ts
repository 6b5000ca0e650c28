import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalText, requiredText } from '../../fields.js';
import { countedFromOne, DONE, SHOWING } from './fields.js';

export function showIssueContextTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_show_issue_context',
    title: 'Show the issue',
    description:
      'Shows the person what the session is about: the issue with its number, title, summary, labels and address.',
    input: z.strictObject({
      number: countedFromOne('The number of the issue').optional(),
      title: requiredText(500, 'The title of the issue'),
      summary: requiredText(10_000, 'What it is about, in a few sentences'),
      labels: z.array(z.string().max(200)).max(100).meta({ description: 'The labels of the issue' }).optional(),
      url: optionalText(2_000, 'The address of the issue').refine(isWebAddress, 'begin with https:// or http://'),
    }),
    annotations: { ...SHOWING, idempotentHint: true },
    // Without number, labels and address it is the older form, or a goal of the person's own.
    async handle({ number = null, title, summary, labels = [], url = null }) {
      const { sessions } = await open();
      await sessions.showIssueContext({ number, title, summary, labels, url });
      return DONE;
    },
  });
}

/** The page makes a link of it. */
function isWebAddress(url: string | undefined): boolean {
  return url === undefined || /^https?:\/\//i.test(url);
}
