import { type Command, Option } from 'commander';
import type { RunEntry, RunStatus } from '../../council/index.js';
import { createPage, type Page, printJson, short } from '../decisions/page.js';
import { parseLimit } from '../decisions/parse-limit.js';
import { EXIT } from '../fault.js';
import type { CommandLinePorts } from '../ports.js';
import { describeCost, localTime } from './entry-words.js';
import { findRuns, NONE_YET, type PlaceOptions, withPlace } from './open-runs.js';
import { entryToJson } from './to-json.js';

interface ListOptions extends PlaceOptions {
  readonly status?: RunStatus;
  readonly limit?: number;
  readonly json?: boolean;
}

const STATUSES: readonly RunStatus[] = ['running', 'interrupted', 'finished', 'failed'];

export function addList(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withPlace(parent.command('list', { isDefault: true }))
    .summary('running, interrupted and finished deliberations')
    .description('Deliberations as they were recorded, the latest first. An interrupted one can be continued.')
    .addOption(new Option('--status <status>', 'only those').choices(STATUSES))
    .option('--limit <number>', 'how many, up to 10000 (default: 20)', parseLimit)
    .option('--json', 'print the list as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (options: ListOptions) => finish(await list(options, ports)));
}

const EXAMPLE = `
Examples:
  witan deliberations
  witan deliberations list --status interrupted --json`;

async function list({ status, limit = USUAL_LIMIT, json, ...place }: ListOptions, ports: CommandLinePorts) {
  const runs = await findRuns(place, ports);
  const entries = (await runs?.list({ limit, ...(status === undefined ? {} : { status }) })) ?? [];
  if (json === true) printJson({ deliberations: entries.map(entryToJson) }, ports);
  else ports.stdout.write(renderRuns(entries, status, createPage(ports)));
  return EXIT.done;
}

const USUAL_LIMIT = 20;

export function renderRuns(entries: readonly RunEntry[], status: RunStatus | undefined, page: Page): string {
  if (entries.length === 0) {
    page.paragraph(status === undefined ? `${NONE_YET}.` : `No deliberation is ${status}.`);
    return page.text();
  }
  page.table(
    ['started', 'id', 'status', 'round', 'cost', 'question'],
    entries.map((entry) => [
      localTime(entry.startedAt),
      entry.id,
      entry.pid === null ? entry.status : `running (${entry.pid})`,
      `${entry.round}/${entry.rounds}`,
      describeCost(entry.cost),
      short(entry.question, LONGEST_QUESTION),
    ]),
  );
  const next = entries.find((entry) => entry.status === 'interrupted');
  if (next !== undefined) page.paragraph(`Continue with: witan deliberate --resume ${next.id}`);
  return page.text();
}

const LONGEST_QUESTION = 200;
