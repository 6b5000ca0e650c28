import { type Command, Option } from 'commander';
import type { RunEntry, RunList, RunStatus } from '../../council/index.js';
import { EXIT } from '../cli-error.js';
import { parseLimit } from '../options/parse-limit.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, type Page, printJson, short } from '../text/page.js';
import { formatCost, formatLocalTime } from './format-entry.js';
import { NONE_YET } from './open-runs.js';
import { entryToJson } from './to-json.js';

interface ListOptions extends ProjectOptions {
  readonly status?: RunStatus;
  readonly limit?: number;
  readonly json?: boolean;
}

const STATUSES: readonly RunStatus[] = ['running', 'interrupted', 'finished', 'failed'];

export function addList(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  const command = withProjectOptions(parent.command('list', { isDefault: true }))
    .summary('running, interrupted and finished deliberations')
    .description('Deliberations as they were recorded, the latest first. An interrupted one can be continued.')
    .addOption(new Option('--status <status>', 'only those').choices(STATUSES))
    .option('--limit <number>', 'how many, up to 10000 (default: 20)', parseLimit)
    .option('--json', 'print the list as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (options: ListOptions) => finish(await list(options, ports)));
  // Without a command the list is shown, so the help of the group includes its options.
  parent.addHelpText('after', () => `\nOptions of the list:\n${describeOptions(command)}`);
}

function describeOptions(command: Command): string {
  const widest = Math.max(...command.options.map(({ flags }) => flags.length));
  return command.options
    .map((option) => {
      const choices = option.argChoices === undefined ? '' : ` (${option.argChoices.join(', ')})`;
      return `  ${option.flags.padEnd(widest)}  ${option.description}${choices}`;
    })
    .join('\n');
}

const EXAMPLE = `
Examples:
  witan deliberations
  witan deliberations list --status interrupted --json`;

async function list({ status, limit = DEFAULT_LIMIT, json, ...project }: ListOptions, ports: CommandLinePorts) {
  const runs = await (await openProject(project, ports)).runs();
  const listed = (await runs?.list({ limit, ...(status === undefined ? {} : { status }) })) ?? NONE;
  const { entries, elsewhere } = listed;
  const others = [...elsewhere].map(([working_directory, count]) => ({ working_directory, count }));
  if (json === true) printJson({ deliberations: entries.map(entryToJson), elsewhere: others }, ports);
  else ports.stdout.write(renderRuns(listed, status, createPage(ports)));
  return EXIT.done;
}

const DEFAULT_LIMIT = 20;

const NONE: RunList = { entries: [], elsewhere: new Map() };

export function renderRuns(listed: RunList, status: RunStatus | undefined, page: Page): string {
  if (listed.entries.length > 0) renderEntries(listed.entries, page);
  else page.paragraph(status === undefined ? `${NONE_YET}.` : `No deliberation is ${status}.`);
  for (const [folder, count] of listed.elsewhere) {
    page.paragraph(`${count} not shown: about ${folder}; name that folder with --cwd`);
  }
  return page.text();
}

function renderEntries(entries: readonly RunEntry[], page: Page): void {
  page.table(
    ['started', 'id', 'status', 'round', 'cost', 'question'],
    entries.map((entry) => [
      formatLocalTime(entry.startedAt),
      entry.id,
      describeStatus(entry),
      `${entry.round}/${entry.rounds}`,
      formatCost(entry.cost),
      short(entry.question, MAX_QUESTION_LENGTH),
    ]),
  );
  const next = entries.find((entry) => entry.status === 'interrupted');
  if (next !== undefined) page.paragraph(`Continue with: witan deliberate --resume ${next.id}`);
  for (const { damage } of entries) if (damage !== null) page.paragraph(damage);
}

function describeStatus({ pid, status, isWhole }: RunEntry): string {
  if (pid !== null) return `running (${pid})`;
  return isWhole ? status : `${status}, not fully recorded`;
}

const MAX_QUESTION_LENGTH = 200;
