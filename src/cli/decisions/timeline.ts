import type { Decisions, Evolution, Timeline } from '../../decisions/index.js';
import type { CliCommand, Output } from '../cli-command.js';
import { parseLimit, parseNumber } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import { dayOf, type Page, short } from '../text/page.js';
import { type DecisionShell, type FormatOutcome, loadFormatOutcome } from './decision-shell.js';

interface TimelineOptions extends ProjectOptions {
  readonly limit?: number;
  readonly threshold?: number;
  readonly archived?: boolean;
}

export function addTimeline(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('timeline', { isDefault: true })
    .alias('list')
    .projectOptions()
    .summary('all decisions in time, or how one question was decided over time')
    .description('Lists decisions, latest first; with an id, the related ones in time, what changed and why.')
    .argument('[id]', 'a decision, or the beginning of its id')
    .option('--limit <number>', 'decisions at most, up to 10000; with an id up to 20 (default: 20)', parseLimit)
    .option('--threshold <number>', 'with an id: how similar related questions must be (default: 0.6)', parseNumber)
    .option('--archived', 'without an id: also archived decisions')
    .jsonOption('print the answer as JSON and nothing else')
    .example('witan decisions timeline --limit 50', 'witan decisions timeline 20261116-1015')
    .run((id: string | undefined, options: TimelineOptions) => timeline(id, options, shell));
}

async function timeline(id: string | undefined, options: TimelineOptions, shell: DecisionShell): Promise<Output> {
  const decisions = await shell.openDecisions(options);
  if (id === undefined) {
    const listed = await decisions.timeline({
      limit: options.limit ?? DEFAULT_LIMIT,
      archived: options.archived === true ? 'with' : 'without',
    });
    return { json: listed, render: (page) => renderList(listed, page) };
  }
  const answer = await evolutionOf(id, options, decisions);
  const formatOutcome = await loadFormatOutcome();
  return { json: answer, render: (page) => renderEvolution(answer, formatOutcome, page) };
}

const DEFAULT_LIMIT = 20;

async function evolutionOf(id: string, options: TimelineOptions, decisions: Decisions): Promise<Evolution> {
  const { limit = DEFAULT_LIMIT, threshold, json } = options;
  const format = json === true ? 'detailed' : 'summary';
  const answer = await decisions.query({ decision_id: id, limit, threshold, format });
  if (answer.type !== 'evolution') throw new TypeError('another question was answered');
  return answer;
}

function renderList({ results }: Timeline, page: Page): void {
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
}

const MAX_OPTION_WIDTH = 28;

function renderEvolution({ decision_id, results, note }: Evolution, formatOutcome: FormatOutcome, page: Page): void {
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
}

const MARGIN = 2;
