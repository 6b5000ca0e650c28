import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type {
  Council,
  DeliberationRequest,
  DeliberationResult,
  DeliberateOptions as HoldOptions,
  Mode,
} from '../../council/index.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { renderEstimate } from '../deliberate/estimate/render-estimate.js';
import { parseParticipant } from '../deliberate/parse-participant.js';
import { readContext } from '../deliberate/read-context.js';
import { runWithProgress } from '../deliberate/run-with-progress.js';
import { renderVerdict } from '../deliberate/verdict/render-verdict.js';
import { parseNumber } from '../options/parse-number.js';
import type { CommandLinePorts } from '../ports.js';
import { colorFor } from '../text/color.js';
import { displayPath } from '../text/display-path.js';
import { lineWidth } from '../text/line-width.js';
import { printJson } from '../text/page.js';

export interface DeliberateOptions {
  readonly participant?: readonly string[];
  readonly option?: readonly string[];
  readonly rounds?: number;
  readonly mode?: Mode;
  readonly context?: string;
  readonly cwd?: string;
  readonly config?: string;
  readonly maxCost?: number;
  readonly maxSeconds?: number;
  readonly cheapestFirst?: boolean;
  readonly challenge?: boolean;
  readonly estimate?: boolean;
  readonly resume?: string | true;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export function addDeliberate(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  program
    .command('deliberate')
    .summary('let several models decide a question together')
    .description('Several models answer a question in rounds, read each other, vote, and leave a transcript.')
    .argument('[question]', 'the question, in quotes; not needed with --resume')
    .option(
      '-p, --participant <adapter[:model]>',
      'who takes part; repeat it for each (default: what is found)',
      collect,
    )
    .option(
      '--option <text>',
      'an option to choose from; repeat it for each, 2 to 12 (default: read from the question)',
      collect,
    )
    .option(
      '--rounds <number>',
      'rounds of debate at most (default: 2, with --challenge 4, or as configured)',
      parseNumber,
    )
    .addOption(new Option('--mode <mode>', 'conference (rounds) or quick (one round)').choices(['conference', 'quick']))
    .option('--context <text|@file>', 'what the participants should know; @file reads it from a file')
    .option('--cwd <folder>', 'the project the question is about (default: the current folder)')
    .option('--config <file>', 'a configuration file that wins over the others')
    .option('--max-cost <dollars>', 'make no call that would pass this sum, and end with what is there', parseNumber)
    .option('--max-seconds <seconds>', 'end the debate after this time', parseNumber)
    .option('--cheapest-first', 'ask two of different families first, the others only if they disagree or are unsure')
    .option('--no-cheapest-first', 'ask everybody, whatever the configuration says')
    .option(
      '--challenge',
      'after the first round ask only those who hold the leading option, to test it; 4 rounds at most, if --rounds does not say otherwise',
    )
    .option('--no-challenge', 'ask everybody in every round, whatever the configuration says')
    .option('--estimate', 'show the calls, tokens, cost and time to expect, and ask nobody')
    .option(
      '--resume [id]',
      'continue a deliberation that was interrupted or in which nobody could answer: its id, the beginning of it, or nothing for the last that was interrupted; one that a cap ended needs a higher one',
    )
    .option('--json', 'print the whole result as JSON and nothing else')
    .option('-v, --verbose', 'with --json: show the progress on standard error')
    .addHelpText('after', EXAMPLES)
    .action(async (question: string | undefined, options: DeliberateOptions) => {
      finish(await deliberate(question, options, ports));
    });
}

const EXAMPLES = `
Examples:
  witan deliberate "Should our job queue use PostgreSQL or SQLite?"
  witan deliberate --option "Add an index" --option "Cache the result" "How do we speed up the orders page?"
  witan deliberate -p claude:sonnet -p codex --context @notes.md "Is this migration safe to run today?"
  witan deliberate --resume 20261116-101502-3f9ac1
  witan deliberate --resume 20261116-101502-3f9ac1 --max-seconds 600
  witan deliberate --estimate --rounds 3 "Should our job queue use PostgreSQL or SQLite?"

Exit code: 0 for a verdict or an honest tie, 1 when it failed or too few voted, 2 for wrong usage.`;

export async function deliberate(
  question: string | undefined,
  options: DeliberateOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const request = await requestOf(question, options, ports);
  const { configuration, council } = await ports.openProgram({
    projectFolder: request.working_directory,
    ...(options.config === undefined ? {} : { configFile: resolve(ports.currentFolder, options.config) }),
  });
  if (options.estimate === true) {
    const estimated = await council.estimate(request);
    if (options.json === true) printJson(estimated, ports);
    else ports.stdout.write(renderEstimate(estimated, lineWidth(ports.stdout)));
    return EXIT.done;
  }
  const isQuiet = options.json === true && options.verbose !== true;
  const run = runOf(council, request, options);
  const { kind, result } = await runWithProgress(run, { notices: configuration.notices, isQuiet }, ports);
  if (result !== undefined && options.json === true) printJson(result, ports);
  // The votes of an interrupted debate are no verdict, so none is shown; the transcript has them.
  if (kind === 'interrupted') return EXIT.failed;
  if (options.json !== true) ports.stdout.write(verdictOf(result, ports));
  return isDecided(result) ? EXIT.done : EXIT.failed;
}

/** Nothing but the caps may differ from what the deliberation began with: what was not given is left as it was. */
function runOf(council: Council, request: DeliberationRequest, { resume }: DeliberateOptions) {
  return (options: HoldOptions): Promise<DeliberationResult> => {
    if (resume === undefined) return council.deliberate(request, options);
    const { question, working_directory: within, ...rest } = request;
    const id = resume === true ? 'last' : resume;
    return council.resume({ ...rest, ...(question === '' ? {} : { question }), within, deliberation_id: id }, options);
  };
}

async function requestOf(
  question: string | undefined,
  options: DeliberateOptions,
  ports: CommandLinePorts,
): Promise<DeliberationRequest> {
  if (question === undefined && options.resume === undefined) {
    throw new UserError('validation_error', "missing required argument 'question'; put the question in quotes");
  }
  if (options.estimate === true && options.resume !== undefined) {
    throw new UserError(
      'validation_error',
      '--estimate is about a new question and cannot be given with --resume; `witan deliberations show <id>` tells what one has cost so far',
    );
  }
  return {
    question: question ?? '',
    working_directory: resolve(ports.currentFolder, options.cwd ?? '.'),
    ...(options.participant === undefined ? {} : { participants: options.participant.map(parseParticipant) }),
    ...(options.option === undefined ? {} : { options: options.option }),
    ...(options.rounds === undefined ? {} : { rounds: options.rounds }),
    ...(options.mode === undefined ? {} : { mode: options.mode }),
    ...(options.context === undefined ? {} : { context: await readContext(options.context, ports.currentFolder) }),
    ...(options.maxCost === undefined ? {} : { max_cost_usd: options.maxCost }),
    ...(options.maxSeconds === undefined ? {} : { max_seconds: options.maxSeconds }),
    ...(options.cheapestFirst === undefined ? {} : { cheapest_first: options.cheapestFirst }),
    ...(options.challenge === undefined ? {} : { challenge: options.challenge }),
  };
}

function verdictOf(result: DeliberationResult, ports: CommandLinePorts): string {
  const transcript = result.transcript_path === null ? null : displayPath(result.transcript_path, ports);
  const color = colorFor(ports.stdout, ports.environment);
  // Where progress and verdict meet on one terminal, an empty line parts them.
  const gap = ports.stdout.isTerminal ? '\n' : '';
  return gap + renderVerdict(result, { width: lineWidth(ports.stdout), color, transcript });
}

/** A tie is an honest answer; a count without a quorum is none. */
function isDecided(result: DeliberationResult): boolean {
  return result.status !== 'failed' && result.integrity.quorum.met;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
