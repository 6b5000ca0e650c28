import type { SimilarDecisions } from '../../decisions/index.js';
import type { CliCommand, Output } from '../cli-command.js';
import { parseNumber } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import { dayOf, type Page } from '../text/page.js';
import { type DecisionShell, type FormatOutcome, loadFormatOutcome } from './decision-shell.js';

interface SimilarOptions extends ProjectOptions {
  readonly limit?: number;
  readonly threshold?: number;
  readonly archived?: boolean;
}

export function addSimilar(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('similar')
    .projectOptions()
    .summary('decisions on similar questions')
    .description('Finds decisions on questions that mean something similar, best first.')
    .argument('<text>', 'a question or a subject, in quotes')
    .option('--limit <number>', 'results at most, 1 to 20 (default: 5)', parseNumber)
    .option('--threshold <number>', 'how similar they must be, 0 to 1 (default: 0.6)', parseNumber)
    .option('--archived', 'also archived decisions')
    .jsonOption('print the answer as JSON and nothing else')
    .example('witan decisions similar "Which database for the job queue?" --threshold 0.5')
    .run((text: string, options: SimilarOptions) => similar(text, options, shell));
}

async function similar(text: string, options: SimilarOptions, shell: DecisionShell): Promise<Output> {
  const { limit, threshold, archived: include_archived } = options;
  const decisions = await shell.openDecisions(options);
  const format = options.json === true ? 'detailed' : 'summary';
  const answer = await decisions.query({ query_text: text, limit, threshold, include_archived, format });
  if (answer.type !== 'similar_decisions') throw new TypeError('another question was answered');
  const formatOutcome = await loadFormatOutcome();
  return { json: answer, render: (page) => renderSimilar(answer, formatOutcome, page) };
}

function renderSimilar({ results, diagnostics }: SimilarDecisions, formatOutcome: FormatOutcome, page: Page): void {
  for (const { id, question, winning_option, outcome, score, timestamp } of results) {
    page.line(`${score.toFixed(2)}  `, ['quiet', `${dayOf(timestamp)}  ${id}`]);
    page.paragraph(question, MARGIN);
    page.paragraph(`→ ${winning_option ?? 'no winner'}`, MARGIN);
    if (outcome !== null) page.paragraph(formatOutcome(outcome), MARGIN);
  }
  if (diagnostics !== undefined) explain(diagnostics, page);
}

const MARGIN = 6;

function explain(diagnostics: NonNullable<SimilarDecisions['diagnostics']>, page: Page): void {
  const { total, threshold, near_misses, suggested_threshold } = diagnostics;
  if (total === 0) {
    page.line('Nothing was decided here yet; `witan deliberate` makes the first decision.');
    return;
  }
  page.line(`None of ${total} decisions is as similar as ${threshold}. The nearest:`);
  for (const { id, question, score } of near_misses) {
    page.line(`  ${score.toFixed(2)}  `, ['quiet', id]);
    page.paragraph(question, MARGIN + 2);
  }
  if (suggested_threshold !== null) page.line(`--threshold ${suggested_threshold} would find the first.`);
}
