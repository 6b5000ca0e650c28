import type { CliCommand } from '../cli-command.js';
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
import { explainKnowledge, showKnowledge } from '../knowledge/show.js';
import { parseNumber } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

export function addKnowledgeCommands(program: CliCommand, shell: Shell): void {
  const knowledge = program
    .command('knowledge')
    .summary('checklists, patterns, warnings and requirements that the hooks show')
    .description(
      'Process knowledge in .claude/graphs/*_graph.json: shown by the hooks at matching calls, learned from corrections, reviewed here. Without a command, lists it.',
    )
    .example('witan knowledge list --status draft');
  const add: AddCommand = (name, summary, shown) =>
    knowledge
      .command(name, { isDefault: name === 'list' })
      .projectOptions()
      .summary(summary)
      .jsonOption()
      .example(shown);
  addReading(add, shell);
  addChanging(add, shell);
}

type AddCommand = (name: string, summary: string, shown: string) => CliCommand;

function addReading(command: AddCommand, shell: Shell): void {
  command('list', 'all items', 'witan knowledge list --priority CRITICAL')
    .option('--status <status>', 'draft, active or archived')
    .option('--priority <priority>', 'CRITICAL, HIGH, MEDIUM or LOW')
    .option('--type <type>', 'checklist, pattern, warning or requirement')
    .option('--graph <name>', 'only of this graph file: deployment for deployment_graph.json')
    .option('--effect', 'whether showing them helped: what followed with and without')
    .run((options: ListOptions) => listKnowledge(options, shell));
  command('show', 'one item in full', 'witan knowledge show process_version_bump_2026-11-16')
    .argument('<id>', ID)
    .run((id: string, options: ProjectOptions) => showKnowledge(id, options, shell));
  command('search', 'find items by words', 'witan knowledge search "version bump"')
    .argument('<query>', 'what you look for, in quotes')
    .option('--limit <number>', 'results at most (default: 10)', parseNumber)
    .run((query: string, options: SearchOptions) => searchKnowledge(query, options, shell));
  command('why', 'why an item was shown: its score, what matched, its evidence', 'witan knowledge why process_version')
    .argument('<id>', ID)
    .run((id: string, options: ProjectOptions) => explainKnowledge(id, options, shell));
}

function addChanging(command: AddCommand, shell: Shell): void {
  const adding = command(
    'add',
    'add an item, active immediately',
    `witan knowledge add "Version bump" --priority CRITICAL --tool Write --tool Edit \\
    --file "**/plugin.json" --item "plugin.json" --item "marketplace.json" --item "CHANGELOG.md"`,
  ).argument('<label>', 'a short title, in quotes');
  withFields(adding)
    .option('--graph <name>', 'the graph file it goes into (default: default)')
    .run((label: string, options: AddOptions) => addKnowledge(label, options, shell));
  const editing = command('edit', 'change what items say', 'witan knowledge edit version_bump --priority HIGH');
  withFields(editing.argument('<id...>', IDS))
    .option('--label <text>', 'a new title')
    .run((ids: string[], options: ProjectOptions & FieldOptions) => editKnowledge(ids, options, shell));
  command('promote', 'make drafts active', 'witan knowledge promote version_bump tag_first')
    .argument('<id...>', IDS)
    .run((ids: string[], options: ProjectOptions) => changeStatus({ action: 'promote', ids }, options, shell));
  command('archive', 'keep items but stop showing them', 'witan knowledge archive version_bump')
    .argument('<id...>', IDS)
    .run((ids: string[], options: ProjectOptions) => changeStatus({ action: 'archive', ids }, options, shell));
  command('delete', 'delete an item from its graph file', 'witan knowledge delete process_version --yes')
    .argument('<id>', ID)
    .option('--yes', 'do not ask')
    .run((id: string, options: DeleteOptions) => deleteKnowledge(id, options, shell));
  command('feedback', 'rate an item', 'witan knowledge feedback process_version snooze --until 2026-12-01')
    .argument('<id>', ID)
    .argument('<verdict>', 'helpful, not-helpful, wrong or snooze')
    .option('--until <date>', 'snooze: until when (default: a week)')
    .option('--note <text>', 'why')
    .run((id: string, verdict: string, options: FeedbackOptions) => giveFeedback({ id, verdict }, options, shell));
  command('cleanup', 'archive drafts that were not reviewed in time', 'witan knowledge cleanup').run(
    (options: ProjectOptions) => cleanUp(options, shell),
  );
}

const ID = 'its id, or a beginning that no other id has; process_ may be left out';
const IDS = 'one or more ids, or their beginnings; process_ may be left out';
