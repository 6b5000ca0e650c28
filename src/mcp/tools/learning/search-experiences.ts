import { z } from 'zod';
import { DOMAINS, OUTCOME_STATUSES } from '../../../journal/vocabulary.js';
import { AXES } from '../../../learning/vocabulary.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { limit } from '../../fields.js';
import { showExperience } from './show-experience.js';

const DEFAULT_LIMIT = 10;

export function searchExperiencesTool(open: Open<Pick<Program, 'learning'>>): Tool {
  return defineTool({
    name: 'search_experiences',
    title: 'Search experiences',
    description:
      'Finds earlier attempts and their outcomes, by meaning and by words, best first. Use it before you try something that may have been tried already.',
    input: INPUT,
    aliases: { query_text: 'query' },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle({ query, axis = 'full', domain, outcome, limit: maxResults = DEFAULT_LIMIT }) {
      if (query.trim() === '') return { results: [], count: 0 };
      const learning = await (await open()).learning();
      const { found, notice } = await learning.searchExperiences({ query, axis, domain, outcome, limit: maxResults });
      const results = found.map(({ experience, score }) => ({ ...showExperience(experience), score }));
      return { results, count: results.length, ...(notice !== undefined && { warning: notice }) };
    },
  });
}

const INPUT = z.strictObject({
  query: z.string().meta({ description: 'What you are about to do, believe or see, in a sentence' }),
  axis: z.enum(AXES).meta({ description: 'What is compared', default: 'full' }).optional(),
  domain: z.enum(DOMAINS).meta({ description: 'Only experiences of this domain' }).optional(),
  outcome: z.enum(OUTCOME_STATUSES).meta({ description: 'Only experiences with this outcome' }).optional(),
  limit: limit(DEFAULT_LIMIT, 50),
});
