import type { Command } from 'commander';
import { type CalibrationOptions, showCalibration } from '../learn/calibration.js';
import { type ClustersOptions, showClusters } from '../learn/clusters.js';
import { type SearchOptions, search } from '../learn/search.js';
import { showValues, type ValuesOptions } from '../learn/values.js';
import { example, JSON_HELP } from '../options/help.js';
import { parseNumber } from '../options/parse-number.js';
import { withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';

export function addLearn(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  const learn = program
    .command('learn')
    .summary('patterns and values in what was tried')
    .description(
      'What resolved hypotheses teach: groups of similar ones, values that they support, how often predictions held, and a search.',
    )
    .addHelpText('after', example('witan learn search "tests hang in CI"'));
  withProjectOptions(learn.command('clusters'))
    .summary('groups of similar experiences')
    .argument('[axis]', 'full, strategy, surprise or root_cause', 'full')
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan learn clusters root_cause'))
    .action(async (axis: string, options: ClustersOptions) => finish(await showClusters(axis, options, ports)));
  withProjectOptions(learn.command('values'))
    .summary('statements that the experiences support')
    .option('--axis <axis>', 'full, strategy, surprise or root_cause')
    .option('--limit <number>', 'values at most (default: 20)', parseNumber)
    .option('--delete <id>', 'take this value away')
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan learn values --axis strategy'))
    .action(async (options: ValuesOptions) => finish(await showValues(options, ports)));
  withProjectOptions(learn.command('calibration'))
    .summary('how often predictions held, by domain and strategy')
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan learn calibration'))
    .action(async (options: CalibrationOptions) => finish(await showCalibration(options, ports)));
  withProjectOptions(learn.command('search'))
    .summary('what was tried before on something like this')
    .argument('<query>', 'what you look for, in quotes')
    .option('--axis <axis>', 'full, strategy, surprise or root_cause (default: full)')
    .option('--domain <domain>', 'debugging, refactoring, feature, testing, configuration, …')
    .option('--outcome <status>', 'confirmed, falsified or abandoned')
    .option('--limit <number>', 'results at most (default: 10)', parseNumber)
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan learn search "tests hang in CI" --outcome falsified'))
    .action(async (query: string, options: SearchOptions) => finish(await search(query, options, ports)));
}
