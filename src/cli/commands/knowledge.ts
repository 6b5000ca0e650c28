import type { Command } from 'commander';
import {
  type AddOptions,
  addKnowledge,
  changeStatus,
  cleanUp,
  type DeleteOptions,
  deleteKnowledge,
  editKnowledge,
  type FeedbackOptions,
  giveFeedback,
} from '../knowledge/change.js';
import { type FieldOptions, withFields } from '../knowledge/item-fields.js';
import { type ListOptions, listKnowledge, type SearchOptions, searchKnowledge } from '../knowledge/list.js';
import type { KnowledgeOptions } from '../knowledge/open-knowledge.js';
import { explainKnowledge, showKnowledge } from '../knowledge/show.js';
import { example, JSON_HELP } from '../options/help.js';
import { parseNumber } from '../options/parse-number.js';
import { withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';

export function addKnowledgeCommands(
  program: Command,
  ports: CommandLinePorts,
  finish: (exitCode: number) => void,
): void {
  const knowledge = program
    .command('knowledge')
    .summary('checklists, patterns, warnings and requirements that the hooks show')
    .description(
      'Process knowledge in .claude/graphs/*_graph.json: shown by the hooks at matching calls, learned from corrections, reviewed here.',
    )
    .addHelpText('after', example('witan knowledge list --status draft'));
  const add: AddCommand = (name, summary, shown) =>
    withProjectOptions(knowledge.command(name))
      .summary(summary)
      .option('--json', JSON_HELP)
      .addHelpText('after', example(shown));
  addReading(add, ports, finish);
  addChanging(add, ports, finish);
}

type AddCommand = (name: string, summary: string, shown: string) => Command;

function addReading(command: AddCommand, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  command('list', 'all items', 'witan knowledge list --priority CRITICAL')
    .option('--status <status>', 'draft, active or archived')
    .option('--priority <priority>', 'CRITICAL, HIGH, MEDIUM or LOW')
    .option('--type <type>', 'checklist, pattern, warning or requirement')
    .option('--graph <name>', 'only of this graph file: deployment for deployment_graph.json')
    .option('--effect', 'whether showing them helped: what followed with and without')
    .action(async (options: ListOptions) => finish(await listKnowledge(options, ports)));
  command('show', 'one item in full', 'witan knowledge show process_version_bump_2026-11-16')
    .argument('<id>', ID)
    .action(async (id: string, options: KnowledgeOptions) => finish(await showKnowledge(id, options, ports)));
  command('search', 'find items by words', 'witan knowledge search "version bump"')
    .argument('<query>', 'what you look for, in quotes')
    .option('--limit <number>', 'results at most (default: 10)', parseNumber)
    .action(async (query: string, options: SearchOptions) => finish(await searchKnowledge(query, options, ports)));
  command('why', 'why an item was shown: its score, what matched, its evidence', 'witan knowledge why process_version')
    .argument('<id>', ID)
    .action(async (id: string, options: KnowledgeOptions) => finish(await explainKnowledge(id, options, ports)));
}

function addChanging(command: AddCommand, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withFields(
    command(
      'add',
      'add an item, active immediately',
      `witan knowledge add "Version bump" --priority CRITICAL --tool Write --tool Edit \\
    --file "**/plugin.json" --item "plugin.json" --item "marketplace.json" --item "CHANGELOG.md"`,
    ).argument('<label>', 'a short title, in quotes'),
  )
    .option('--graph <name>', 'the graph file it goes into (default: default)')
    .action(async (label: string, options: AddOptions) => finish(await addKnowledge(label, options, ports)));
  withFields(
    command('edit', 'change what items say', 'witan knowledge edit version_bump --priority HIGH').argument(
      '<id...>',
      IDS,
    ),
  )
    .option('--label <text>', 'a new title')
    .action(async (ids: string[], options: KnowledgeOptions & FieldOptions) =>
      finish(await editKnowledge(ids, options, ports)),
    );
  command('promote', 'make drafts active', 'witan knowledge promote version_bump tag_first')
    .argument('<id...>', IDS)
    .action(async (ids: string[], options: KnowledgeOptions) =>
      finish(await changeStatus({ action: 'promote', ids }, options, ports)),
    );
  command('archive', 'keep items but stop showing them', 'witan knowledge archive version_bump')
    .argument('<id...>', IDS)
    .action(async (ids: string[], options: KnowledgeOptions) =>
      finish(await changeStatus({ action: 'archive', ids }, options, ports)),
    );
  command('delete', 'delete an item from its graph file', 'witan knowledge delete process_version --yes')
    .argument('<id>', ID)
    .option('--yes', 'do not ask')
    .action(async (id: string, options: DeleteOptions) => finish(await deleteKnowledge(id, options, ports)));
  command('feedback', 'rate an item', 'witan knowledge feedback process_version snooze --until 2026-12-01')
    .argument('<id>', ID)
    .argument('<verdict>', 'helpful, not-helpful, wrong or snooze')
    .option('--until <date>', 'snooze: until when (default: a week)')
    .option('--note <text>', 'why')
    .action(async (id: string, verdict: string, options: FeedbackOptions) =>
      finish(await giveFeedback({ id, verdict }, options, ports)),
    );
  command('cleanup', 'archive drafts that were not reviewed in time', 'witan knowledge cleanup').action(
    async (options: KnowledgeOptions) => finish(await cleanUp(options, ports)),
  );
}

const ID = 'its id, or a beginning that no other id has; process_ may be left out';
const IDS = 'one or more ids, or their beginnings; process_ may be left out';
