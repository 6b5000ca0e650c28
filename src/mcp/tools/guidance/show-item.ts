import type { InjectionLine, KnowledgeItem, Proposal, ReviewedItem } from '../../../guidance/index.js';
import { cutText } from '../../../kernel/cut-text.js';
import { plainField } from '../../../kernel/quote.js';

/** An item in the words of the graph files. */
export function showItem(item: KnowledgeItem) {
  const { type, ...content } = item.content;
  const { tools, files, actions, contexts, triads } = item.triggers;
  return {
    id: item.id,
    graph: item.graph,
    label: item.label,
    description: item.description,
    process_type: type,
    priority: item.priority,
    status: item.status,
    confidence: item.confidence,
    evidence: item.evidence,
    trigger_conditions: {
      tool_names: tools,
      file_patterns: files,
      action_keywords: actions,
      context_keywords: contexts,
      triad_names: triads,
    },
    [type]: content,
    seen_count: item.seen,
    created_at: item.createdAt,
    ...(item.validFrom !== undefined && { valid_from: item.validFrom }),
    ...(item.validUntil !== undefined && { valid_until: item.validUntil }),
    ...(item.supersededBy !== undefined && { superseded_by: item.supersededBy }),
    ...(item.deprecated !== undefined && { deprecated: item.deprecated }),
    ...(item.snoozedUntil !== undefined && { snoozed_until: item.snoozedUntil }),
  };
}

/** All that an agent reads of an item that the user has not reviewed. */
export function showTitle({ id, label }: KnowledgeItem) {
  return { id: cutText(plainField(id), MAX_TITLE_LENGTH), title: cutText(plainField(label), MAX_TITLE_LENGTH) };
}

const MAX_TITLE_LENGTH = 80;

/** With what became of it. */
export function showReviewed({ item, inactive, notShown, ...counts }: ReviewedItem) {
  const { timesShown, timesPaused, timesHeldOut, helpful, wrong } = counts;
  return {
    ...showItem(item),
    ...(inactive !== undefined && { inactive_because: inactive }),
    ...(notShown !== undefined && { not_shown_because: `it ${notShown}` }),
    times_shown: timesShown,
    times_paused: timesPaused,
    times_held_out: timesHeldOut,
    feedback: { helpful, wrong },
  };
}

export function showOccasion({ time, kind, tool, score, parts, matched }: InjectionLine) {
  return { time, kind, tool, score, parts, matched };
}

/** Only a suggestion: the person decides. */
export function showProposal(proposal: Proposal | undefined) {
  if (proposal === undefined) return {};
  return { proposed_priority: 'CRITICAL', corrected_times: proposal.times, similar_items: proposal.similar };
}
