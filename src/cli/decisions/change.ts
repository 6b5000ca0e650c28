import type { Decision, Decisions } from '../../decisions/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { UserError } from '../../kernel/user-error.js';
import type { CliCommand, Output } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { askYesNo, isDeletionConfirmed, NOTHING_DELETED } from '../confirm.js';
import { parseAge } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import { dayOf, short } from '../text/page.js';
import { type DecisionShell, loadFormatOutcome } from './decision-shell.js';

interface OutcomeOptions extends ProjectOptions {
  readonly note?: string;
  readonly supersededBy?: string;
}

export function addOutcome(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('outcome')
    .projectOptions()
    .summary('record how a decision turned out')
    .description('Later deliberations see it, and it counts in the record of every model that voted.')
    .argument('<id>', 'the decision, or the beginning of its id')
    .argument('<outcome>', 'right, wrong, mixed or superseded')
    .option('--note <text>', 'what happened')
    .option('--superseded-by <id>', 'the later decision that replaces it')
    .jsonOption('print what was recorded as JSON and nothing else')
    .example('witan decisions outcome 20261116-1015 wrong --note "two workers took the same job"')
    .run((id: string, outcome: string, options: OutcomeOptions) => record({ id, outcome }, options, shell));
}

async function record(
  { id, outcome }: { readonly id: string; readonly outcome: string },
  { note, supersededBy, ...project }: OutcomeOptions,
  shell: DecisionShell,
): Promise<Output> {
  const decisions = await shell.openDecisions(project);
  const recorded = await decisions.recordOutcome({ decision_id: id, outcome, note, superseded_by: supersededBy });
  const formatOutcome = await loadFormatOutcome();
  return {
    json: recorded,
    render(page) {
      page.paragraph(`${recorded.decision_id}: ${recorded.question}`);
      page.paragraph(`→ ${recorded.winning_option ?? 'no winner'}: ${formatOutcome(recorded)}`, 2);
      if (recorded.replaced !== null) page.paragraph(`before: ${formatOutcome(recorded.replaced)}`, 2);
    },
  };
}

interface ArchiveOptions extends ProjectOptions {
  readonly olderThan?: string;
  readonly undo?: boolean;
  readonly yes?: boolean;
}

export function addArchive(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('archive')
    .projectOptions()
    .summary('exclude old decisions from recall, but keep them')
    .description(
      'Archived decisions are not shown to deliberations. They are kept, exported, and found with --archived.',
    )
    .argument('[id...]', 'decisions, or the beginnings of their ids')
    .option('--older-than <age>', 'all that are older: 90d, 12w, 6m, 1y or a day such as 2026-01-31')
    .option('--undo', 'take the named decisions back into recall')
    .option('--yes', 'do not ask')
    .jsonOption('print the count as JSON and nothing else; does not ask')
    .example('witan decisions archive --older-than 365d', 'witan decisions archive --undo 20261116-101502-3f9ac1')
    .note(
      'Asks before archiving where there is a terminal; the archived are listed by `witan decisions timeline --archived`.',
    )
    .run((ids: readonly string[], options: ArchiveOptions) => archive(ids, options, shell));
}

async function archive(
  ids: readonly string[],
  options: ArchiveOptions,
  shell: DecisionShell,
): Promise<Output | number> {
  const { olderThan, undo = false } = options;
  checkWhich(ids, olderThan, undo);
  const before = olderThan === undefined ? undefined : parseAge(olderThan, shell.clock.now());
  const { graph } = await shell.openDecisions(options);
  // All are looked up before the first change, so that a typo changes nothing.
  const found: string[] = [];
  for (const id of ids) found.push((await graph.resolve(id)).id);
  if (undo) {
    const restored = await graph.restore(found);
    const left = await countInRecall(graph);
    return { json: { restored, left }, render: (page) => page.line(`${restored} taken back, ${left} in recall`) };
  }
  const which = before === undefined ? { ids: found } : { olderThan: before };
  const what =
    before === undefined
      ? formatCount(found.length, 'decision')
      : `all decisions before ${dayOf(before.toISOString())}`;
  if (!(await isConfirmed(what, options, shell))) {
    shell.stdout.write('Nothing was archived.\n');
    return EXIT.failed;
  }
  const archived = await graph.archive(which);
  const left = await countInRecall(graph);
  return { json: { archived, left }, render: (page) => page.line(`${archived} archived, ${left} left in recall`) };
}

function countInRecall(graph: Decisions['graph']): Promise<number> {
  return graph.count({ archived: 'without' });
}

function checkWhich(ids: readonly string[], olderThan: string | undefined, undo: boolean): void {
  if (undo && ids.length === 0) {
    throw new UserError('validation_error', 'archive: --undo needs the ids of the decisions to take back');
  }
  if ((olderThan === undefined) === (ids.length === 0)) {
    const given = olderThan === undefined ? 'neither ids nor --older-than' : 'both ids and --older-than';
    throw new UserError('validation_error', `archive: ${given} were given; name the decisions, or an age`);
  }
}

/** Not asked without a terminal, because it can be undone. */
async function isConfirmed(what: string, { yes, json }: ArchiveOptions, shell: DecisionShell): Promise<boolean> {
  if (yes === true || json === true) return true;
  return (await askYesNo(`Take ${what} out of recall? They are kept, and --undo takes them back.`, shell)) ?? true;
}

interface DeleteOptions extends ProjectOptions {
  readonly yes?: boolean;
}

export function addDelete(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('delete')
    .projectOptions()
    .summary('delete one decision permanently')
    .description('Removes a decision with its votes, its outcome and its links. The transcript stays where it is.')
    .argument('<id>', 'the decision, or the beginning of its id')
    .option('--yes', 'do not ask')
    .jsonOption('print what was deleted as JSON and nothing else; needs --yes')
    .example('witan decisions delete 20261116-101502-3f9ac1')
    .run((id: string, options: DeleteOptions) => remove(id, options, shell));
}

async function remove(idOrPrefix: string, options: DeleteOptions, shell: DecisionShell): Promise<Output> {
  const { graph } = await shell.openDecisions(options);
  const decision = await graph.resolve(idOrPrefix);
  const id = decision.id;
  if (!(await isDeletionConfirmed(`Delete ${id}: ${describe(decision)}?`, options, shell))) return NOTHING_DELETED;
  await graph.delete(id);
  const kept = decision.transcriptPath !== null ? ' Its transcript is kept; an import would read it back.' : '';
  return { json: { deleted: id }, render: (page) => page.line(`Deleted ${id}.${kept}`) };
}

function describe({ question, winningOption }: Pick<Decision, 'question' | 'winningOption'>): string {
  return `${short(question, 80)} → ${short(winningOption ?? 'no winner', 40)}`;
}
