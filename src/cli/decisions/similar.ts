import type { Command } from 'commander';
import type { SimilarDecisions } from '../../decisions/index.js';
import { EXIT } from '../cli-error.js';
import { parseNumber } from '../options/parse-number.js';
import { openProject, type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, dayOf, type Page, printJson } from '../text/page.js';
import { loadFormatOutcome } from './format-outcome.js';

interface SimilarOptions extends ProjectOptions {
  readonly limit?: number;
  readonly threshold?: number;
  readonly archived?: boolean;
  readonly json?: boolean;
}

export function addSimilar(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('similar'))
    .summary('decisions on similar questions')
    .description('Finds decisions on questions that mean something similar, best first.')
    .argument('<text>', 'a question or a subject, in quotes')
    .option('--limit <number>', 'results at most, 1 to 20 (default: 5)', parseNumber)
    .option('--threshold <number>', 'how similar they must be, 0 to 1 (default: 0.6)', parseNumber)
    .option('--archived', 'also archived decisions')
    .option('--json', 'print the answer as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (text: string, options: SimilarOptions) => finish(await similar(text, options, ports)));
}

const EXAMPLE = `
Example:
  witan decisions similar "Which database for the job queue?" --threshold 0.5`;

async function similar(text: string, options: SimilarOptions, ports: CommandLinePorts): Promise<number> {
  const { limit, threshold, archived: include_archived } = options;
  const decisions = await (await openProject(options, ports)).decisions();
  const format = options.json === true ? 'detailed' : 'summary';
  const answer = await decisions.query({ query_text: text, limit, threshold, include_archived, format });
  if (answer.type !== 'similar_decisions') throw new TypeError('another question was answered');
  if (options.json === true) printJson(answer, ports);
  else ports.stdout.write(await renderSimilar(answer, createPage(ports)));
  return EXIT.done;
}

async function renderSimilar({ results, diagnostics }: SimilarDecisions, page: Page): Promise<string> {
  const formatOutcome = await loadFormatOutcome();
  for (const { id, question, winning_option, outcome, score, timestamp } of results) {
    page.line(`${score.toFixed(2)}  `, ['quiet', `${dayOf(timestamp)}  ${id}`]);
    page.paragraph(question, MARGIN);
    page.paragraph(`→ ${winning_option ?? 'no winner'}`, MARGIN);
    if (outcome !== null) page.paragraph(formatOutcome(outcome), MARGIN);
  }
  if (diagnostics !== undefined) explain(diagnostics, page);
  return page.text();
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
