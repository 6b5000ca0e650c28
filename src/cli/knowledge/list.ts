import type { Proposal, ReviewedItem } from '../../guidance/index.js';
import { PRIORITIES, PROCESS_TYPES, STATUSES } from '../../guidance/vocabulary.js';
import { EXIT } from '../cli-error.js';
import { parseChoice } from '../options/parse-choice.js';
import { checkLimit } from '../options/parse-limit.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, printJson } from '../text/page.js';
import { showEffect } from './effect.js';
import { type KnowledgeOptions, openKnowledge } from './open-knowledge.js';
import { toJson } from './to-json.js';

export interface ListOptions extends KnowledgeOptions {
  readonly status?: string;
  readonly priority?: string;
  readonly type?: string;
  readonly graph?: string;
  readonly effect?: boolean;
}

/** All items, or with --effect whether showing them helped. */
export async function listKnowledge(options: ListOptions, ports: CommandLinePorts): Promise<number> {
  const status = parseChoice('--status', options.status, STATUSES);
  const priority = parseChoice('--priority', options.priority?.toUpperCase(), PRIORITIES);
  const type = parseChoice('--type', options.type, PROCESS_TYPES);
  const knowledge = await openKnowledge(options, ports);
  if (options.effect === true) return showEffect(knowledge, options, ports);
  const { items, faults } = knowledge.list({
    ...(status !== undefined && { status }),
    ...(priority !== undefined && { priority }),
    ...(type !== undefined && { type }),
    ...(options.graph !== undefined && { graph: options.graph }),
  });
  const proposals = await knowledge.proposals();
  const proposed = (reviewed: ReviewedItem) => {
    const proposal = proposals.get(reviewed.item.id);
    if (proposal === undefined) return {};
    return { proposed_priority: 'CRITICAL', corrected_times: proposal.times, similar_items: proposal.similar };
  };
  if (options.json === true) {
    const results = items.map((reviewed) => ({ ...(toJson(reviewed) as object), ...proposed(reviewed) }));
    printJson({ results, count: items.length, faults }, ports);
  } else {
    const lines = items.flatMap(({ item }) => formatProposal(item.id, proposals.get(item.id)));
    ports.stdout.write(renderItems(items, [...faults, ...lines], ports));
  }
  return EXIT.done;
}

function formatProposal(id: string, proposal: Proposal | undefined): string[] {
  if (proposal === undefined) return [];
  const { times, similar } = proposal;
  const others = similar.length === 0 ? '' : ` (also ${similar.join(', ')})`;
  return [
    `${id} was corrected ${times} times${others}. If it should be CRITICAL: witan knowledge edit ${id} --priority CRITICAL`,
  ];
}

export interface SearchOptions extends KnowledgeOptions {
  readonly limit?: number;
}

export async function searchKnowledge(query: string, options: SearchOptions, ports: CommandLinePorts): Promise<number> {
  const limit = checkLimit(options.limit, 10, 1_000);
  const items = (await openKnowledge(options, ports)).search(query, limit);
  if (options.json === true) printJson({ results: items.map(toJson), count: items.length }, ports);
  else ports.stdout.write(renderItems(items, [], ports));
  return EXIT.done;
}

function renderItems(items: readonly ReviewedItem[], faults: readonly string[], ports: CommandLinePorts): string {
  const page = createPage(ports);
  if (items.length === 0) page.line('No process knowledge.');
  else {
    const rows = items.map((reviewed) => [
      reviewed.item.priority,
      reviewed.item.status,
      reviewed.item.content.type,
      String(reviewed.timesShown),
      String(reviewed.timesPaused),
      reviewed.item.label,
    ]);
    // An id is long, and every other command needs it whole: it gets a line of its own.
    const below = items.map((reviewed) => `${reviewed.item.id}${formatNotShown(reviewed)}`);
    page.table(['priority', 'status', 'type', 'shown', 'paused', 'label'], rows, { below });
  }
  for (const fault of faults) page.paragraph(`! ${fault}`);
  return page.text();
}

function formatNotShown({ item: { status }, inactive, notShown }: ReviewedItem): string {
  const reason = status === 'archived' ? undefined : (inactive ?? (notShown && `it ${notShown}`));
  return reason === undefined ? '' : ` (not shown: ${reason})`;
}
