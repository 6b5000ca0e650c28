import type { Contradictions } from '../../decisions/index.js';
import { formatCount } from '../../kernel/format-count.js';
import type { CliCommand, Output } from '../cli-command.js';
import { parseNumber } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import { dayOf, type Page } from '../text/page.js';
import type { DecisionShell } from './decision-shell.js';

interface ContradictionOptions extends ProjectOptions {
  readonly limit?: number;
  readonly threshold?: number;
  readonly archived?: boolean;
}

export function addContradictions(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('contradictions')
    .projectOptions()
    .summary('similar questions that may have been decided differently')
    .description(
      'Finds candidates: pairs of similar questions whose winners differ in their words. They are not judged.',
    )
    .option('--limit <number>', 'pairs at most, 1 to 20 (default: 5)', parseNumber)
    .option('--threshold <number>', 'how similar the questions must be, 0 to 1 (default: 0.6)', parseNumber)
    .option('--archived', 'also archived decisions')
    .jsonOption('print the answer as JSON and nothing else')
    .example('witan decisions contradictions --threshold 0.7')
    .run((options: ContradictionOptions) => contradictions(options, shell));
}

async function contradictions(options: ContradictionOptions, shell: DecisionShell): Promise<Output> {
  const { limit, threshold, archived: include_archived } = options;
  const decisions = await shell.openDecisions(options);
  const answer = await decisions.query({ find_contradictions: true, limit, threshold, include_archived });
  if (answer.type !== 'contradictions') throw new TypeError('another question was answered');
  return { json: answer, render: (page) => renderContradictions(answer, page) };
}

function renderContradictions({ results, more, unlinked }: Contradictions, page: Page): void {
  page.line(results.length === 0 ? 'No candidates.' : 'Candidates, not judged:');
  for (const pair of results) {
    page.line(`questions ${pair.score.toFixed(2)} alike`);
    renderSide(page, {
      timestamp: pair.timestamp_1,
      id: pair.decision_id_1,
      question: pair.question_1,
      option: pair.winning_option_1,
    });
    renderSide(page, {
      timestamp: pair.timestamp_2,
      id: pair.decision_id_2,
      question: pair.question_2,
      option: pair.winning_option_2,
    });
  }
  if (more) page.line('There may be more: --limit shows up to 20, a higher --threshold only the closest.');
  if (unlinked !== undefined) page.line(`${formatCount(unlinked, 'decision')} not compared yet; ask again in a while.`);
}

const MARGIN = 2;

interface Side {
  readonly timestamp: string;
  readonly id: string;
  readonly question: string;
  readonly option: string;
}

function renderSide(page: Page, { timestamp, id, question, option }: Side): void {
  page.line('  ', ['quiet', `${dayOf(timestamp)}  ${id}`]);
  page.paragraph(question, MARGIN + 2);
  page.paragraph(`→ ${option}`, MARGIN + 2);
}
