import type { GraphHealth, Patterns } from '../../decisions/index.js';
import { formatCount } from '../../kernel/format-count.js';
import type { CliCommand, Output } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { parseNumber } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import { formatPercent, type Page } from '../text/page.js';
import type { DecisionShell } from './decision-shell.js';

interface AnalyzeOptions extends ProjectOptions {
  readonly limit?: number;
}

export function addAnalyze(parent: CliCommand, shell: DecisionShell): void {
  parent
    .command('analyze')
    .projectOptions()
    .summary('patterns in the decisions, and the health of the graph')
    .description(
      'Groups of similar questions, agreement between models, effect of debate, records of models, and the health of the graph.',
    )
    .option('--limit <number>', 'groups and pairs of models at most, 1 to 20 (default: 5)', parseNumber)
    .jsonOption('print the answer as JSON and nothing else')
    .example('witan decisions analyze')
    .note('Exit code: 1 if the database is damaged, else 0.')
    .run((options: AnalyzeOptions) => analyze(options, shell));
}

async function analyze({ limit, ...project }: AnalyzeOptions, shell: DecisionShell): Promise<Output> {
  const decisions = await shell.openDecisions(project);
  const patterns = await decisions.query({ analyze_patterns: true, limit });
  if (patterns.type !== 'patterns') throw new TypeError('another question was answered');
  const health = await decisions.health();
  return {
    json: { ...patterns, health },
    render: (page) => renderAnalysis(patterns, health, page),
    exitCode: health.status === 'damaged' ? EXIT.failed : EXIT.done,
  };
}

function renderAnalysis(patterns: Patterns, health: GraphHealth, page: Page): void {
  const { topics, agreement, debate, outcomes } = patterns;
  const head = (text: string) => page.line(['strong', text]);
  renderHealth(health, page);
  if (topics.length > 0) {
    head('Similar questions');
    page.table(
      ['decisions', 'right', 'wrong', 'topic'],
      topics.map(({ name, decisions, right, wrong }) => [`${decisions}`, `${right}`, `${wrong}`, name]),
      { indent: MARGIN },
    );
  }
  if (agreement.length > 0) {
    head('Agreement');
    page.table(
      ['same', 'of', 'models'],
      agreement.map(({ models, shared, share }) => [formatPercent(share), `${shared}`, models.join(' and ')]),
      { indent: MARGIN },
    );
  }
  if (debate !== null) {
    head('Debate');
    page.line(
      `  changed the winner in ${debate.changed} of ${debate.compared} decisions (${formatPercent(debate.share)})`,
    );
  }
  renderRecords(outcomes, page, head);
  if (patterns.missing.length > 0) head('Not known yet');
  for (const line of patterns.missing) page.paragraph(line, MARGIN);
}

const MARGIN = 2;

function renderHealth({ status, stats, growth, problems }: GraphHealth, page: Page): void {
  const tone = status === 'healthy' ? 'good' : status === 'damaged' ? 'bad' : 'caution';
  page.line(['strong', 'Graph'], '  ', [tone, status]);
  const size = `${(stats.fileBytes / 1024 / 1024).toFixed(1)} MB`;
  const unlinked = stats.unlinked === 0 ? '' : `, ${stats.unlinked} still to be linked`;
  const decisions = formatCount(stats.decisions, 'decision');
  page.line(`  ${decisions} (${stats.archived} archived), ${stats.links} links${unlinked}, ${size}`);
  page.line(`  ${growth.last_7_days} in the last 7 days, ${growth.last_30_days} in the last 30`);
  for (const problem of problems) page.paragraph(problem, MARGIN);
}

function renderRecords(outcomes: Patterns['outcomes'], page: Page, head: (text: string) => void): void {
  const { recorded, by_model, by_topic } = outcomes;
  if (Object.values(recorded).every((count) => count === 0)) return;
  head('Outcomes');
  const counts = Object.entries(recorded).filter(([, count]) => count > 0);
  page.line(`  ${counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
  const rows = [...by_model.map((record) => ({ topic: 'all', ...record })), ...by_topic];
  if (rows.length === 0) return;
  page.table(
    ['hits', 'misses', 'Brier', 'model', 'topic'],
    rows.map(({ hits, misses, brier, participant, topic }) => [
      `${hits}`,
      `${misses}`,
      brier?.toFixed(2) ?? '',
      participant,
      topic,
    ]),
    { indent: MARGIN },
  );
}
