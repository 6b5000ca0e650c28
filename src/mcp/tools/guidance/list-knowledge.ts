import { z } from 'zod';
import type { ReviewedItem } from '../../../guidance/index.js';
import { FAILURE_TYPES, PRIORITIES, PROCESS_TYPES, STATUSES } from '../../../guidance/vocabulary.js';
import { cutText } from '../../../kernel/cut-text.js';
import { defined } from '../../../kernel/defined.js';
import { plainField } from '../../../kernel/quote.js';
import { expectValue } from '../../../kernel/user-error.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { limit as limitField, optionalText } from '../../fields.js';
import { showOccasion, showProposal, showReviewed, showTitle } from './show-item.js';

const DEFAULT_LIMIT = 20;

export function listKnowledgeTool(open: Open<Pick<Program, 'knowledge'>>): Tool {
  return defineTool({
    name: 'list_knowledge',
    title: 'List process knowledge',
    description:
      'Checklists, patterns, warnings and requirements of this project, which hooks show at matching calls: all, those with the words of query, or one by id. For one id it also says why it was shown (score parts and evidence). status draft lists the lessons that wait for a review; proposed_priority says that a correction was heard three times or more.',
    input: INPUT,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle({ id, query, status, priority, process_type: type, limit = DEFAULT_LIMIT }) {
      const knowledge = await (await open()).knowledge();
      if (id !== undefined) {
        const reviewed = expectValue(knowledge.show(id), FAILURE_TYPES);
        if (reviewed.item.isForeign === true) return { results: [], count: 0, total: 1, ...showForeign([reviewed]) };
        const { lines, occasions } = expectValue(knowledge.why(id), FAILURE_TYPES);
        return { results: [showReviewed(reviewed)], count: 1, why: lines, occasions: occasions.map(showOccasion) };
      }
      const { items, faults } = knowledge.list(defined({ status, priority, type }));
      const wanted =
        query === undefined ? undefined : new Set(knowledge.search(query, MAX_FOUND).map(({ item }) => item.id));
      const found = wanted === undefined ? items : items.filter(({ item }) => wanted.has(item.id));
      const proposals = await knowledge.proposals();
      const own = found.filter(({ item }) => item.isForeign !== true);
      const foreign = found.filter(({ item }) => item.isForeign === true);
      const results = own.slice(0, limit).map((reviewed) => ({
        ...showReviewed(reviewed),
        ...showProposal(proposals.get(reviewed.item.id)),
      }));
      return {
        results,
        count: results.length,
        total: found.length,
        ...showForeign(foreign.slice(0, limit)),
        ...(faults.length > 0 && { faults: showFaults(faults) }),
      };
    },
  });
}

const MAX_FOUND = 1_000;

/** A fault repeats an id or a value, and those of items that the user has not reviewed may say anything. */
function showFaults(faults: readonly string[]): string[] {
  const shown = faults.slice(0, MAX_FAULTS).map((fault) => cutText(plainField(fault), MAX_FAULT_LENGTH));
  const more = faults.length - shown.length;
  return more > 0 ? [...shown, `${more} more; \`witan knowledge list\` shows them to the user`] : shown;
}

const MAX_FAULTS = 5;
const MAX_FAULT_LENGTH = 240;

/** Items of others may say anything: until the user has reviewed them, an agent reads titles only. */
function showForeign(items: readonly ReviewedItem[]) {
  if (items.length === 0) return {};
  const note =
    'The items under not_reviewed were not written on this machine, and the user has not reviewed them: only titles are given. The user reads them with `witan knowledge show <id>` or on the page Knowledge of `witan view`; then promote makes them active.';
  return { not_reviewed: items.map(({ item }) => showTitle(item)), note };
}

const INPUT = z.strictObject({
  id: optionalText(300, 'One item, by its id or the beginning of it'),
  query: optionalText(500, 'Words that the items have'),
  status: z.enum(STATUSES).meta({ description: 'Only items of this status' }).optional(),
  priority: z.enum(PRIORITIES).meta({ description: 'Only items of this priority' }).optional(),
  process_type: z.enum(PROCESS_TYPES).meta({ description: 'Only items of this type' }).optional(),
  limit: limitField(DEFAULT_LIMIT, 100),
});
