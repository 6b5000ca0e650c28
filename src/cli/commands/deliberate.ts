import { resolve } from 'node:path';
import { Option } from 'commander';
import type {
  Council,
  DeliberationRequest,
  DeliberationResult,
  Mode,
  ParticipantRequest,
  DeliberateOptions as RunOptions,
} from '../../council/index.js';
import { defined } from '../../kernel/defined.js';
import { UserError } from '../../kernel/user-error.js';
import type { CliCommand, Output } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { readContext } from '../deliberate/read-context.js';
import { renderEstimate } from '../deliberate/render-estimate.js';
import { renderVerdict } from '../deliberate/render-verdict.js';
import { runWithProgress } from '../deliberate/run-with-progress.js';
import { parseNumber } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import { printJson } from '../text/page.js';

interface DeliberateOptions extends ProjectOptions {
  readonly participant?: readonly ParticipantRequest[];
  readonly option?: readonly string[];
  readonly rounds?: number;
  readonly mode?: Mode;
  readonly context?: string;
  readonly maxCost?: number;
  readonly maxSeconds?: number;
  readonly cheapestFirst?: boolean;
  readonly challenge?: boolean;
  readonly estimate?: boolean;
  readonly resume?: string | true;
  readonly verbose?: boolean;
}

export function addDeliberate(program: CliCommand, shell: Shell): void {
  const command = program
    .command('deliberate')
    .summary('let several models decide a question together')
    .description('Several models answer a question in rounds, read each other, vote, and leave a transcript.')
    .argument('[question]', 'the question, in quotes; not needed with --resume');
  addParticipantOptions(command)
    .option(
      '--option <text>',
      'an option to choose from; repeat for each, 2 to 12 (default: read from the question)',
      collect,
    )
    .option(
      '--rounds <number>',
      'maximum number of rounds (default: 2, with --challenge 4, or as configured)',
      parseNumber,
    )
    .addOption(new Option('--mode <mode>', 'conference (rounds) or quick (one round)').choices(['conference', 'quick']))
    .option('--context <text|@file>', 'facts for the participants; @file reads them from a file')
    .option('--cwd <folder>', 'the project the question is about (default: the current folder)')
    .option('--config <file>', 'a configuration file that overrides the others')
    .option(
      '--max-cost <dollars>',
      'make no call that would exceed this sum; the result is what was said until then',
      parseNumber,
    )
    .option('--max-seconds <seconds>', 'end the debate after this time', parseNumber)
    .option(
      '--cheapest-first',
      'ask two models of different families first, the others only if these disagree or are unsure',
    )
    .option('--no-cheapest-first', 'ask all participants, also if the configuration says otherwise')
    .option(
      '--challenge',
      'after the first round ask only those who voted for the leading option, to test it; at most 4 rounds unless --rounds is given',
    )
    .option('--no-challenge', 'ask all participants in every round, also if the configuration says otherwise')
    .option('--estimate', 'show the expected calls, tokens, cost and time without asking a model')
    .option(
      '--resume [id]',
      'continue an interrupted deliberation by its id or the beginning of it (default: the last interrupted one); one that ended at a cap needs a higher cap',
    )
    .jsonOption('print the whole result as JSON and nothing else')
    .option('-v, --verbose', 'with --json: show the progress on standard error')
    .example(...EXAMPLES)
    .note('Exit code: 0 for a verdict or an honest tie, 1 when it failed or too few voted, 2 for wrong usage.')
    .run((question: string | undefined, options: DeliberateOptions) => deliberate(question, options, shell));
}

function addParticipantOptions(command: CliCommand): CliCommand {
  const participants: ParticipantRequest[] = [];
  return command
    .option(
      '-p, --participant <adapter[:model]>',
      'a participant; repeat for each (default: chosen from what is found)',
      (text: string) => {
        participants.push(parseParticipant(text));
        return participants;
      },
    )
    .addOption(
      new Option('--stance <stance>', 'whose case the participant before it makes; its vote stays its own')
        .choices(STANCES)
        .argParser((text) => changeLast(participants, '--stance', { stance: parseStance(text) })),
    )
    .option('--effort <level>', 'reasoning effort of the participant before it, such as low, medium, high', (text) =>
      changeLast(participants, '--effort', { reasoning_effort: text }),
    );
}

const EXAMPLES = [
  'witan deliberate "Should our job queue use PostgreSQL or SQLite?"',
  'witan deliberate --option "Add an index" --option "Cache the result" "How do we speed up the orders page?"',
  'witan deliberate -p claude --stance for -p codex --effort high --stance against "Should we rewrite the parser?"',
  'witan deliberate -p claude:sonnet -p codex --context @notes.md "Is this migration safe to run today?"',
  'witan deliberate --resume 20261116-101502-3f9ac1',
  'witan deliberate --resume 20261116-101502-3f9ac1 --max-seconds 600',
  'witan deliberate --estimate --rounds 3 "Should our job queue use PostgreSQL or SQLite?"',
];

async function deliberate(
  question: string | undefined,
  options: DeliberateOptions,
  shell: Shell,
): Promise<Output | number> {
  const request = await requestOf(question, options, shell);
  const program = await shell.openProgram({
    projectFolder: request.working_directory,
    ...(options.config === undefined ? {} : { configFile: resolve(shell.currentFolder, options.config) }),
  });
  if (options.estimate === true) {
    const estimated = await program.council.estimate(request);
    return { json: estimated, render: (page) => renderEstimate(estimated, page) };
  }
  const isQuiet = options.json === true && options.verbose !== true;
  const run = runOf(program.council, request, options);
  const { kind, result } = await runWithProgress(run, { notices: program.settings.notices, isQuiet }, shell);
  // The votes of an interrupted debate are not a verdict, so none is shown; the transcript has them.
  if (kind === 'interrupted') {
    if (result !== undefined && options.json === true) printJson(result, shell);
    return EXIT.failed;
  }
  const transcript = result.transcript_path === null ? null : displayPath(result.transcript_path, shell);
  const view_url = await program.viewUrl(result.deliberation_id);
  return {
    json: { ...result, view_url },
    render(page) {
      // On a terminal an empty line separates progress and verdict.
      if (shell.stdout.isTerminal) page.line();
      renderVerdict(result, { transcript, view: view_url ?? 'witan view last' }, page);
    },
    exitCode: isDecided(result) ? EXIT.done : EXIT.failed,
  };
}

/** Only the caps may differ from the first request: options that are not given stay as they were. */
function runOf(council: Council, request: DeliberationRequest, { resume }: DeliberateOptions) {
  return (options: RunOptions): Promise<DeliberationResult> => {
    if (resume === undefined) return council.deliberate(request, options);
    const { question, working_directory: within, ...rest } = request;
    const id = resume === true ? 'last' : resume;
    return council.resume({ ...rest, ...(question === '' ? {} : { question }), within, deliberation_id: id }, options);
  };
}

async function requestOf(
  question: string | undefined,
  options: DeliberateOptions,
  shell: Shell,
): Promise<DeliberationRequest> {
  if (question === undefined && options.resume === undefined) {
    throw new UserError('validation_error', "missing required argument 'question'; put the question in quotes");
  }
  if (options.estimate === true && options.resume !== undefined) {
    throw new UserError(
      'validation_error',
      '--estimate is about a new question and cannot be given with --resume; `witan deliberations show <id>` shows what one has cost so far',
    );
  }
  const { participant: participants, option, rounds, mode, cheapestFirst: cheapest_first, challenge } = options;
  const context = options.context === undefined ? undefined : await readContext(options.context, shell.currentFolder);
  return {
    question: question ?? '',
    working_directory: resolve(shell.currentFolder, options.cwd ?? '.'),
    ...defined({ participants, options: option, rounds, mode, context, cheapest_first, challenge }),
    ...defined({ max_cost_usd: options.maxCost, max_seconds: options.maxSeconds }),
  };
}

/** A tie is a result; a count without a quorum is not. */
function isDecided(result: DeliberationResult): boolean {
  return result.status !== 'failed' && result.integrity.quorum.met;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** `adapter` or `adapter:model`; only the first colon divides, because models have colons too (`ollama:llama3:8b`). */
function parseParticipant(text: string): ParticipantRequest {
  const colon = text.indexOf(':');
  const cli = (colon === -1 ? text : text.slice(0, colon)).trim();
  const model = colon === -1 ? undefined : text.slice(colon + 1).trim();
  if (cli === '' || model === '') {
    throw new UserError(
      'validation_error',
      `--participant "${text}" is incomplete; write adapter or adapter:model, for example -p claude:sonnet`,
    );
  }
  return model === undefined ? { cli } : { cli, model };
}

const STANCES = ['for', 'against', 'neutral'] as const;

function parseStance(text: string): (typeof STANCES)[number] {
  const stance = STANCES.find((each) => each === text);
  if (stance !== undefined) return stance;
  throw new UserError('validation_error', `--stance "${text}" is not one of ${STANCES.join(', ')}`);
}

/** `--stance` and `--effort` belong to the participant that is named before them. */
function changeLast(participants: ParticipantRequest[], flag: string, change: Partial<ParticipantRequest>): void {
  const last = participants.pop();
  if (last === undefined) {
    throw new UserError(
      'validation_error',
      `${flag} comes before any participant; write it after the one it is for, for example -p claude ${flag} ${flag === '--stance' ? 'for' : 'high'}`,
    );
  }
  participants.push({ ...last, ...change });
}
