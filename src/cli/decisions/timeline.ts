import type { Command } from 'commander';
import type { Decisions, Evolution, Timeline } from '../../decisions/index.js';
import { EXIT } from '../cli-error.js';
import { parseLimit } from '../options/parse-limit.js';
import { parseNumber } from '../options/parse-number.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, dayOf, type Page, printJson, short } from '../text/page.js';
import { loadFormatOutcome } from './format-outcome.js';

interface TimelineOptions extends ProjectOptions {
  readonly limit?: number;
  readonly threshold?: number;
  readonly archived?: boolean;
  readonly json?: boolean;
}

export function addTimeline(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('timeline', { isDefault: true }).alias('list'))
    .summary('all decisions in time, or how one question was decided over time')
    .description('Lists decisions, latest first; with an id, the related ones in time, what changed and why.')
    .argument('[id]', 'a decision, or the beginning of its id')
    .option('--limit <number>', 'decisions at most, up to 10000; with an id up to 20 (default: 20)', parseLimit)
    .option('--threshold <number>', 'with an id: how similar related questions must be (default: 0.6)', parseNumber)
    .option('--archived', 'without an id: also archived decisions')
    .option('--json', 'print the answer as JSON and nothing else')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string | undefined, options: TimelineOptions) => finish(await timeline(id, options, ports)));
}

const EXAMPLES = `
Examples:
  witan decisions timeline --limit 50
  witan decisions timeline 20261116-1015`;

async function timeline(id: string | undefined, options: TimelineOptions, ports: CommandLinePorts): Promise<number> {
  const decisions = await (await openProject(options, ports)).decisions();
  const page = createPage(ports);
  if (id === undefined) {
    const listed = await decisions.timeline({
      limit: options.limit ?? DEFAULT_LIMIT,
      archived: options.archived === true ? 'with' : 'without',
    });
    if (options.json === true) printJson(listed, ports);
    else ports.stdout.write(renderList(listed, page));
    return EXIT.done;
  }
  const answer = await evolutionOf(id, options, decisions);
  if (options.json === true) printJson(answer, ports);
  else ports.stdout.write(await renderEvolution(answer, page));
  return EXIT.done;
}

const DEFAULT_LIMIT = 20;

async function evolutionOf(id: string, options: TimelineOptions, decisions: Decisions): Promise<Evolution> {
  const { limit = DEFAULT_LIMIT, threshold, json } = options;
  const format = json === true ? 'detailed' : 'summary';
  const answer = await decisions.query({ decision_id: id, limit, threshold, format });
  if (answer.type !== 'evolution') throw new TypeError('another question was answered');
  return answer;
}

function renderList({ results }: Timeline, page: Page): string {
  if (results.length === 0) page.line('Nothing was decided here yet; `witan deliberate` makes the first decision.');
  else {
    page.table(
      ['day', 'id', 'outcome', 'decided for', 'question'],
      results.map(({ decided_at, id, outcome, archived_at, winning_option, question }) => [
        dayOf(decided_at),
        id,
        [outcome?.outcome ?? '', archived_at === null ? '' : 'archived'].filter((word) => word !== '').join(', '),
        short(winning_option ?? 'no winner', MAX_OPTION_WIDTH),
        question,
      ]),
    );
  }
  return page.text();
}

const MAX_OPTION_WIDTH = 28;

async function renderEvolution({ decision_id, results, note }: Evolution, page: Page): Promise<string> {
  const formatOutcome = await loadFormatOutcome();
  for (const { id, timestamp, question, winning_option, confidence, outcome, changes, why } of results) {
    const mark = id === decision_id ? '  (this one)' : '';
    page.line(`${dayOf(timestamp)}  `, ['strong', short(winning_option ?? 'no winner', 60)], mark);
    page.line('  ', ['quiet', id]);
    page.paragraph(question, MARGIN);
    if (confidence !== null) page.line(`  confidence ${confidence.toFixed(2)}`);
    for (const { what, from, to } of changes) page.paragraph(`${what}: ${from ?? 'none'} → ${to ?? 'none'}`, MARGIN);
    if (why !== null) page.paragraph(`why: ${why}`, MARGIN);
    if (outcome !== null) page.paragraph(formatOutcome(outcome), MARGIN);
  }
  if (note !== undefined) page.paragraph(note);
  return page.text();
}

const MARGIN = 2;
