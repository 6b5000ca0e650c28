import { DOMAINS, OUTCOME_STATUSES } from '../../journal/vocabulary.js';
import { UserError } from '../../kernel/user-error.js';
import type { FoundExperience, Learning, PredictionRate } from '../../learning/index.js';
import { AXES } from '../../learning/vocabulary.js';
import type { CliCommand, Output } from '../cli-command.js';
import { checkLimit, parseChoice, parseNumber } from '../options/parse-options.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import { formatPercent, type Page } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';

export function addLearn(program: CliCommand, shell: Shell): void {
  const learn = program
    .command('learn')
    .summary('patterns and values in what was tried')
    .description(
      'What resolved hypotheses teach: groups of similar ones, values that they support, how often predictions held, and a search.',
    )
    .example('witan learn search "tests hang in CI"');
  const command = (name: string, summary: string) => learn.command(name).projectOptions().summary(summary);
  command('clusters', 'groups of similar experiences')
    .argument('[axis]', 'full, strategy, surprise or root_cause', 'full')
    .jsonOption()
    .example('witan learn clusters root_cause')
    .run((axis: string, options: ProjectOptions) => showClusters(axis, options, shell));
  command('values', 'statements that the experiences support')
    .option('--axis <axis>', 'full, strategy, surprise or root_cause')
    .option('--limit <number>', 'values at most (default: 20)', parseNumber)
    .option('--delete <id>', 'take this value away')
    .jsonOption()
    .example('witan learn values --axis strategy')
    .run((options: ValuesOptions) => showValues(options, shell));
  command('calibration', 'how often predictions held, by domain and strategy')
    .jsonOption()
    .example('witan learn calibration')
    .run((options: ProjectOptions) => showCalibration(options, shell));
  command('search', 'what was tried before on something like this')
    .argument('<query>', 'what you look for, in quotes')
    .option('--axis <axis>', 'full, strategy, surprise or root_cause (default: full)')
    .option('--domain <domain>', 'debugging, refactoring, feature, testing, configuration, …')
    .option('--outcome <status>', 'confirmed, falsified or abandoned')
    .option('--limit <number>', 'results at most (default: 10)', parseNumber)
    .jsonOption()
    .example('witan learn search "tests hang in CI" --outcome falsified')
    .run((query: string, options: SearchOptions) => search(query, options, shell));
}

/** What was learned in this project; a `UserError` where nothing was yet. */
async function openLearning(project: ProjectOptions, shell: Shell): Promise<Learning> {
  const { existingLearning } = await openProject(project, shell);
  const opened = await existingLearning();
  if (opened !== undefined) return opened;
  throw new UserError('insufficient_data', 'nothing was learned here yet; experiences come from resolved entries');
}

/** The groups on an axis, each with its title and what its most typical member says. */
async function showClusters(axisName: string, options: ProjectOptions, shell: Shell): Promise<Output> {
  const axis = parseChoice('axis', axisName, AXES) ?? 'full';
  const found = await (await openLearning(options, shell)).getClusters(axis);
  const rows = found.clusters.map(({ clusterId, size, averageWeight, title, examples }) => [
    clusterId,
    String(size),
    averageWeight.toFixed(2),
    title,
    examples[0]?.text ?? '',
  ]);
  return {
    json: snakeCase(found),
    render(page) {
      if (rows.length > 0) page.table(['cluster', 'size', 'weight', 'title', 'for instance'], rows);
      if (found.noiseReason !== null) page.paragraph(found.noiseReason);
      if (found.warning !== undefined) page.paragraph(found.warning);
    },
  };
}

interface ValuesOptions extends ProjectOptions {
  readonly axis?: string;
  readonly limit?: number;
  readonly delete?: string;
}

async function showValues(options: ValuesOptions, shell: Shell): Promise<Output> {
  const axis = parseChoice('--axis', options.axis, AXES);
  const limit = checkLimit(options.limit, 20, 1_000);
  const learning = await openLearning(options, shell);
  if (options.delete !== undefined) return deleteValue(options.delete, learning);
  const { values } = await learning.listValues({ axis, limit });
  return {
    json: { results: values.map(snakeCase), count: values.length },
    render(page) {
      if (values.length === 0) page.line('No values yet.');
      for (const { id, clusterId, clusterSize, similarityToCentroid, drifting, text } of values) {
        const state = drifting ? 'drifting' : 'holds';
        page.line(['strong', id], `  ${clusterId} of ${clusterSize}, fit ${similarityToCentroid.toFixed(2)}, ${state}`);
        page.paragraph(text, 2);
      }
    },
  };
}

async function deleteValue(id: string, learning: Learning): Promise<Output> {
  if (!(await learning.deleteValue(id))) {
    throw new UserError('not_found', `there is no value ${id}; \`witan learn values\` shows what there is`);
  }
  return { json: { deleted: id }, render: (page) => page.line(`Deleted ${id}.`) };
}

/** How many predictions were confirmed, by domain and strategy. */
async function showCalibration(options: ProjectOptions, shell: Shell): Promise<Output> {
  const calibration = await (await openLearning(options, shell)).calibration();
  const { overall, domains, strategies, pairs } = calibration;
  const rows = [
    rateRow('all', overall),
    ...domains.map((rate) => rateRow(rate.domain, rate)),
    ...strategies.map((rate) => rateRow(rate.strategy, rate)),
    ...pairs.map((rate) => rateRow(`${rate.strategy} in ${rate.domain}`, rate)),
  ];
  return {
    json: snakeCase(calibration),
    render(page) {
      page.table(['predictions', 'confirmed', 'share', 'interval'], rows);
      page.paragraph('Interval: where the true share lies with 95 % confidence. Abandoned hypotheses do not count.');
    },
  };
}

function rateRow(name: string, { confirmed, count, rate, interval: [low, high] }: PredictionRate): string[] {
  if (count === 0) return [name, '0 of 0', '', ''];
  return [name, `${confirmed} of ${count}`, formatPercent(rate), `${formatPercent(low)} to ${formatPercent(high)}`];
}

interface SearchOptions extends ProjectOptions {
  readonly axis?: string;
  readonly domain?: string;
  readonly outcome?: string;
  readonly limit?: number;
}

async function search(query: string, options: SearchOptions, shell: Shell): Promise<Output> {
  const request = {
    query,
    axis: parseChoice('--axis', options.axis, AXES) ?? 'full',
    domain: parseChoice('--domain', options.domain, DOMAINS),
    outcome: parseChoice('--outcome', options.outcome, OUTCOME_STATUSES),
    limit: checkLimit(options.limit, 10, 50),
  };
  const learning = await openLearning(options, shell);
  const { found, notice } = await learning.searchExperiences(request);
  if (notice !== undefined) shell.stderr.write(`witan: ${notice}\n`);
  const results = found.map(({ experience, score }) => ({ ...(snakeCase(experience) as object), score }));
  return {
    json: { results, count: results.length },
    render(page) {
      if (found.length === 0) page.line('Nothing like it was tried yet.');
      for (const [index, one] of found.entries()) {
        if (index > 0) page.line();
        renderFound(one, page);
      }
    },
  };
}

function renderFound({ experience, score }: FoundExperience, page: Page): void {
  const { id, outcomeStatus, confidenceTier, goal, hypothesis, outcomeResult, lesson } = experience;
  page.line(['strong', `${score.toFixed(2)}  ${id}  ${confidenceTier}`]);
  const layout = { indent: 2, labelWidth: 11 };
  page.labeled('goal', goal, layout);
  page.labeled('believed', hypothesis, layout);
  page.labeled(outcomeStatus, outcomeResult, layout);
  if (lesson !== null) page.labeled('worked', lesson.what_worked, layout);
}
