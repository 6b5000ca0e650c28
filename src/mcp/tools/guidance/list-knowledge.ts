import { z } from 'zod';
import { FAILURE_TYPES, PRIORITIES, PROCESS_TYPES, STATUSES } from '../../../guidance/vocabulary.js';
import { defined } from '../../../kernel/defined.js';
import { expectValue } from '../../../kernel/user-error.js';
import { defineTool, type Tool } from '../../define-tool.js';
import { limit as limitField, optionalText } from '../../fields.js';
import type { KnowledgePart, Open } from '../../ports.js';
import { showOccasion, showProposal, showReviewed } from './show-item.js';

const DEFAULT_LIMIT = 20;

export function listKnowledgeTool(open: Open<KnowledgePart>): Tool {
  return defineTool({
    name: 'list_knowledge',
    title: 'List process knowledge',
    description:
      'Checklists, patterns, warnings and requirements of this project, which hooks show at matching calls: all, those with the words of query, or one by id. For one id it also says why it was shown (score parts and evidence). status draft lists the lessons that wait for a review; proposed_priority says that a correction was heard three times or more.',
    input: INPUT,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle({ id, query, status, priority, process_type: type, limit = DEFAULT_LIMIT }) {
      const knowledge = await open();
      const titles = knowledge.foreignTitles();
      if (titles !== undefined) return listTitles(titles, limit);
      if (id !== undefined) {
        const item = showReviewed(expectValue(knowledge.show(id), FAILURE_TYPES));
        const { lines, occasions } = expectValue(knowledge.why(id), FAILURE_TYPES);
        return { results: [item], count: 1, why: lines, occasions: occasions.map(showOccasion) };
      }
      const { items, faults } = knowledge.list(defined({ status, priority, type }));
      const wanted =
        query === undefined ? undefined : new Set(knowledge.search(query, MAX_FOUND).map(({ item }) => item.id));
      const found = wanted === undefined ? items : items.filter(({ item }) => wanted.has(item.id));
      const proposals = await knowledge.proposals();
      const results = found.slice(0, limit).map((reviewed) => ({
        ...showReviewed(reviewed),
        ...showProposal(proposals.get(reviewed.item.id)),
      }));
      return { results, count: results.length, total: found.length, ...(faults.length > 0 && { faults }) };
    },
  });
}

const MAX_FOUND = 1_000;

/** Items that came with a project may say anything: until the user trusts them, an agent sees titles only. */
function listTitles(titles: readonly string[], limit: number) {
  const note =
    'The items came with this project and the user has not trusted them: only titles are shown. `witan init` asks.';
  return { results: [], count: 0, total: titles.length, titles: titles.slice(0, limit), note };
}

const INPUT = z.strictObject({
  id: optionalText(300, 'One item, by its id or the beginning of it'),
  query: optionalText(500, 'Words that the items have'),
  status: z.enum(STATUSES).meta({ description: 'Only items of this status' }).optional(),
  priority: z.enum(PRIORITIES).meta({ description: 'Only items of this priority' }).optional(),
  process_type: z.enum(PROCESS_TYPES).meta({ description: 'Only items of this type' }).optional(),
  limit: limitField(DEFAULT_LIMIT, 100),
});
