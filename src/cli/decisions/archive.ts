import type { Command } from 'commander';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../fault.js';
import type { CommandLinePorts } from '../ports.js';
import { openDecisions, type PlaceOptions, withPlace } from './open-decisions.js';
import { printJson } from './page.js';
import { parseAge } from './parse-age.js';

interface ArchiveOptions extends PlaceOptions {
  readonly olderThan?: string;
  readonly json?: boolean;
}

export function addArchive(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withPlace(parent.command('archive'))
    .summary('take old decisions out of recall and keep them')
    .description(
      'Deliberations are no longer told of archived decisions. They are kept, exported, and found with --archived.',
    )
    .argument('[id...]', 'decisions, or the beginnings of their ids')
    .option('--older-than <age>', 'all that are older: 90d, 12w, 6m, 1y or a day such as 2026-01-31')
    .option('--json', 'print the count as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (ids: readonly string[], options: ArchiveOptions) => finish(await archive(ids, options, ports)));
}

const EXAMPLE = `
Example:
  witan decisions archive --older-than 365d`;

async function archive(
  ids: readonly string[],
  { olderThan, json, ...place }: ArchiveOptions,
  ports: CommandLinePorts,
): Promise<number> {
  if ((olderThan === undefined) === (ids.length === 0)) {
    const given = olderThan === undefined ? 'neither ids nor --older-than' : 'both ids and --older-than';
    throw new UserError('validation_error', `archive: ${given} were given; name the decisions, or an age`);
  }
  const before = olderThan === undefined ? undefined : parseAge(olderThan, ports.clock.now());
  const { graph } = await openDecisions(place, ports);
  // All are found before the first is archived: a mistyped one changes nothing.
  const found: string[] = [];
  for (const id of ids) found.push((await graph.resolve(id)).id);
  const archived = await graph.archive(before === undefined ? { ids: found } : { olderThan: before });
  const left = await graph.count({ archived: 'without' });
  if (json === true) printJson({ archived, left }, ports);
  else ports.stdout.write(`${archived} archived, ${left} left in recall\n`);
  return EXIT.done;
}
