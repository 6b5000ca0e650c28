import type { Command } from 'commander';
import type { Decisions } from '../../decisions/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { askYesNo } from '../confirm.js';
import { parseAge } from '../options/parse-age.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { dayOf, printJson } from '../text/page.js';

interface ArchiveOptions extends ProjectOptions {
  readonly olderThan?: string;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addArchive(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('archive'))
    .summary('exclude old decisions from recall, but keep them')
    .description(
      'Archived decisions are not shown to deliberations. They are kept, exported, and found with --archived.',
    )
    .argument('[id...]', 'decisions, or the beginnings of their ids')
    .option('--older-than <age>', 'all that are older: 90d, 12w, 6m, 1y or a day such as 2026-01-31')
    .option('--undo', 'take the named decisions back into recall')
    .option('--yes', 'do not ask')
    .option('--json', 'print the count as JSON and nothing else; does not ask')
    .addHelpText('after', EXAMPLE)
    .action(async (ids: readonly string[], options: ArchiveOptions) => finish(await archive(ids, options, ports)));
}

const EXAMPLE = `
Examples:
  witan decisions archive --older-than 365d
  witan decisions archive --undo 20261116-101502-3f9ac1

Asks before archiving where there is a terminal; the archived are listed by \`witan decisions timeline --archived\`.`;

async function archive(ids: readonly string[], options: ArchiveOptions, ports: CommandLinePorts): Promise<number> {
  const { olderThan, undo = false } = options;
  checkWhich(ids, olderThan, undo);
  const before = olderThan === undefined ? undefined : parseAge(olderThan, ports.clock.now());
  const { graph } = await (await openProject(options, ports)).decisions();
  // All are looked up before the first change, so that a typo changes nothing.
  const found: string[] = [];
  for (const id of ids) found.push(await graph.identify(id));
  if (undo) {
    const restored = await graph.restore(found);
    return report({ restored, graph }, options, ports);
  }
  const which = before === undefined ? { ids: found } : { olderThan: before };
  const what = before === undefined ? countOf(found.length) : `all decisions before ${dayOf(before.toISOString())}`;
  if (!(await isConfirmed(what, options, ports))) {
    ports.stdout.write('Nothing was archived.\n');
    return EXIT.failed;
  }
  return report({ archived: await graph.archive(which), graph }, options, ports);
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

const countOf = (count: number) => formatCount(count, 'decision');

/** Not asked without a terminal, because it can be undone. */
async function isConfirmed(what: string, { yes, json }: ArchiveOptions, ports: CommandLinePorts): Promise<boolean> {
  if (yes === true || json === true) return true;
  return (await askYesNo(`Take ${what} out of recall? They are kept, and --undo takes them back.`, ports)) ?? true;
}

async function report(
  { graph, ...done }: ({ readonly archived: number } | { readonly restored: number }) & Pick<Decisions, 'graph'>,
  { json }: ArchiveOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const left = await graph.count({ archived: 'without' });
  const count = 'archived' in done ? `${done.archived} archived` : `${done.restored} taken back`;
  if (json === true) printJson({ ...done, left }, ports);
  else ports.stdout.write(`${count}, ${left} ${'archived' in done ? 'left ' : ''}in recall\n`);
  return EXIT.done;
}
