import type { Arm, Knowledge, Proposal, ReviewedItem } from '../../guidance/index.js';
import { PRIORITIES, PROCESS_TYPES, STATUSES } from '../../guidance/vocabulary.js';
import { defined } from '../../kernel/defined.js';
import type { Output } from '../cli-command.js';
import { checkLimit, parseChoice } from '../options/parse-options.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import { formatPercent, type Page } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';
import { toJson } from './show.js';

export interface ListOptions extends ProjectOptions {
  readonly status?: string;
  readonly priority?: string;
  readonly type?: string;
  readonly graph?: string;
  readonly effect?: boolean;
}

/** All items, or with --effect whether showing them helped. */
export async function listKnowledge(options: ListOptions, shell: Shell): Promise<Output> {
  const status = parseChoice('--status', options.status, STATUSES);
  const priority = parseChoice('--priority', options.priority?.toUpperCase(), PRIORITIES);
  const type = parseChoice('--type', options.type, PROCESS_TYPES);
  const knowledge = await (await openProject(options, shell)).knowledge();
  if (options.effect === true) return showEffect(knowledge);
  const { items, faults } = knowledge.list(defined({ status, priority, type, graph: options.graph }));
  const proposals = await knowledge.proposals();
  const results = items.map((reviewed) => {
    const proposal = proposals.get(reviewed.item.id);
    if (proposal === undefined) return toJson(reviewed);
    const { times, similar } = proposal;
    return { ...toJson(reviewed), proposed_priority: 'CRITICAL', corrected_times: times, similar_items: similar };
  });
  return {
    json: { results, count: items.length, faults },
    render(page) {
      const proposed = items.flatMap(({ item }) => formatProposal(item.id, proposals.get(item.id)));
      renderItems(items, [...faults, ...proposed], page);
    },
  };
}

function formatProposal(id: string, proposal: Proposal | undefined): string[] {
  if (proposal === undefined) return [];
  const { times, similar } = proposal;
  const others = similar.length === 0 ? '' : ` (also ${similar.join(', ')})`;
  return [
    `${id} was corrected ${times} times${others}. If it should be CRITICAL: witan knowledge edit ${id} --priority CRITICAL`,
  ];
}

/** Compares what followed where items were shown with what followed where they were withheld. */
function showEffect(knowledge: Knowledge): Output {
  const report = knowledge.effect();
  const rows = [
    ['all', ...cellsOf(report.shown), ...cellsOf(report.heldOut)],
    ...report.byItem.map(({ item, shown, heldOut }) => [item, ...cellsOf(shown), ...cellsOf(heldOut)]),
  ];
  return {
    json: snakeCase(report),
    render(page) {
      page.paragraph(report.verdict);
      if (report.byItem.length === 0) return;
      page.line();
      page.table(['item', 'shown', 'troubled', 'withheld', 'troubled'], rows);
      page.paragraph('troubled: a correction by the user or a failed call came within five turns');
    },
  };
}

function cellsOf({ occasions, troubled, rate }: Arm): string[] {
  return [String(occasions), rate === undefined ? '-' : `${troubled} (${formatPercent(rate)})`];
}

export interface SearchOptions extends ProjectOptions {
  readonly limit?: number;
}

export async function searchKnowledge(query: string, options: SearchOptions, shell: Shell): Promise<Output> {
  const limit = checkLimit(options.limit, 10, 1_000);
  const items = (await (await openProject(options, shell)).knowledge()).search(query, limit);
  return {
    json: { results: items.map(toJson), count: items.length },
    render: (page) => renderItems(items, [], page),
  };
}

function renderItems(items: readonly ReviewedItem[], faults: readonly string[], page: Page): void {
  if (items.length === 0) page.line('No process knowledge.');
  else {
    const rows = items.map(({ item, timesShown, timesPaused }) => [
      item.priority,
      item.status,
      item.content.type,
      String(timesShown),
      String(timesPaused),
      item.label,
    ]);
    // An id is long, and every other command needs it whole: it gets a line of its own.
    const below = items.map((reviewed) => `${reviewed.item.id}${formatNotShown(reviewed)}`);
    page.table(['priority', 'status', 'type', 'shown', 'paused', 'label'], rows, { below });
  }
  for (const fault of faults) page.paragraph(`! ${fault}`);
}

function formatNotShown({ item: { status }, inactive, notShown }: ReviewedItem): string {
  const reason = status === 'archived' ? undefined : (inactive ?? (notShown && `it ${notShown}`));
  return reason === undefined ? '' : ` (not shown: ${reason})`;
}
