import { realpath } from 'node:fs/promises';
import { parse } from 'node:path';
import { type Command, Option } from 'commander';
import { plainText } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { adoptionSteps } from '../init/adoption-steps.js';
import { claudeCodeSteps } from '../init/claude-code-steps.js';
import { CLIENTS, type OtherClient, otherClientSteps } from '../init/clients/other-client-steps.js';
import { dataFolderSteps } from '../init/data-folder-step.js';
import { describeOutcome } from '../init/describe-outcome.js';
import { planGraphTrust } from '../init/graph-trust.js';
import { askQuestions, showQuestions } from '../init/questions.js';
import { applyStep, type Step } from '../init/step.js';
import { planDistrust, planTrust, type TrustPlan } from '../init/trust-question.js';
import type { Scope, Shell } from '../shell.js';
import { type Color, colorFor, type Tone } from '../text/color.js';

interface InitOptions {
  readonly user?: boolean;
  readonly team?: boolean;
  readonly withServer?: boolean;
  readonly client: 'claude' | OtherClient;
  readonly verbose?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly trust?: boolean;
  readonly trustKnowledge?: boolean;
  readonly adopt?: boolean;
}

export function addInit(program: Command, shell: Shell, finish: (exitCode: number) => void): void {
  const onlyHere = ['user', 'team'];
  program
    .command('init')
    .summary('register the MCP server and the hooks for Claude Code or another client')
    .description(DESCRIPTION)
    .option('--user', 'for you, in all projects')
    .addOption(new Option('--team', 'for everyone who shares this project: files that you commit').conflicts('user'))
    .option('--with-server', 'with --team: the server too, in .mcp.json')
    .addOption(
      new Option('--client <name>', 'the program to register with').choices(['claude', ...CLIENTS]).default('claude'),
    )
    .option('--dry-run', 'show what would be written and write nothing')
    .option('--verbose', 'show every changed line')
    .addOption(
      new Option(
        '--trust',
        'trust the config of this folder and its programs as they are now, without asking',
      ).conflicts(onlyHere),
    )
    .addOption(
      new Option(
        '--trust-knowledge',
        'trust the process knowledge in .claude/graphs as it is now, without asking',
      ).conflicts(onlyHere),
    )
    .addOption(
      new Option(
        '--adopt',
        'use databases and a journal that came with this project, or moved with it, without asking; unsafe ones are moved aside',
      ).conflicts(onlyHere),
    )
    .addOption(
      new Option('--remove', 'undo what init did, in the same scope').conflicts(['trust', 'trustKnowledge', 'adopt']),
    )
    .addHelpText('after', EXAMPLE)
    .action(async (options: InitOptions) => finish(await init(options, shell)));
}

const DESCRIPTION = [
  'Registers Witan for you in this project: hooks and rules that hide the key of the coach in .claude/settings.local.json, the MCP server in your own Claude Code state, slash commands in .claude/commands, and the folders .witan and .claude/journal. Nothing of this is committed. Hooks, rules, servers and commands of your own stay as they are.',
  'Asks before it trusts a config or process knowledge of this folder. Asks about each database that came with the project, or moved with it, before it is used, and about such a journal.',
].join(' ');

const EXAMPLE = `
Examples:
  cd my-project && witan init --dry-run
  witan init --team --with-server
  witan init --client codex`;

async function init(options: InitOptions, shell: Shell): Promise<number> {
  const { dryRun = false, remove = false } = options;
  // All steps are planned before the first is applied, so that an error leaves nothing half done.
  const { setup, adoption, questions } = await planAll(options, shell);
  if (!remove && isTemporary(shell)) shell.stderr.write(`witan: ${TEMPORARY}\n`);
  const steps = [...setup, ...adoption];
  const color = colorFor(shell.stdout, shell.environment);
  for (const step of steps) shell.stdout.write(renderStep(step, options.verbose === true, color));
  if (!dryRun) for (const step of steps) await applyStep(step);
  const outcome = { scope: scopeOf(options), client: options.client, withServer: options.withServer === true, remove };
  const hasChanges = setup.length > 0;
  for (const line of await describeOutcome({ ...outcome, dryRun, hasChanges, hasSteps: steps.length > 0 }, shell)) {
    shell.stdout.write(`${line}\n`);
  }
  if (dryRun) showQuestions(questions, shell);
  else await askQuestions(questions, shell);
  return EXIT.done;
}

/** Started by `npx`, which keeps packages for a while only. */
function isTemporary({ serverCommand }: Shell): boolean {
  return serverCommand.args.some((arg) => /[\\/]_npx[\\/]/.test(arg));
}

const TEMPORARY =
  'this Witan is in the cache of npx, and what is written here stops working when npm clears it; install it with `npm install -g`';

interface InitPlan {
  readonly setup: readonly Step[];
  readonly adoption: readonly Step[];
  readonly questions: readonly NonNullable<TrustPlan['question']>[];
}

async function planAll(options: InitOptions, shell: Shell): Promise<InitPlan> {
  const { client, remove = false, dryRun = false, trust = false, trustKnowledge = false, adopt = false } = options;
  const scope = scopeOf(options);
  if (options.withServer === true && (scope !== 'team' || client !== 'claude')) {
    throw new UserError('validation_error', 'init: --with-server belongs to --team; `witan init --team --with-server`');
  }
  const question = trust ? '--trust' : trustKnowledge ? '--trust-knowledge' : adopt ? '--adopt' : undefined;
  if (client !== 'claude' && question !== undefined) {
    const fix = `\`witan init ${question}\` without --client does it`;
    throw new UserError('validation_error', `init: ${question} has no effect with --client ${client}; ${fix}`);
  }
  const isShared = scope === 'team';
  const isForAll = client === 'claude' ? scope === 'user' : !isShared;
  const folder = isForAll ? shell.currentFolder : await projectFolder(shell);
  if (client !== 'claude') {
    return { setup: await otherClientSteps(client, { isShared, folder, remove }, shell), adoption: [], questions: [] };
  }
  const withServer = options.withServer === true;
  const registration = await claudeCodeSteps({ scope, folder, remove, withServer }, shell);
  if (scope !== 'local') return { setup: registration, adoption: [], questions: [] };
  // One's own items stay trusted after --remove.
  const plans: TrustPlan[] = remove
    ? [await planDistrust(folder, shell)]
    : [await planTrust(folder, trust, shell), await planGraphTrust(folder, trustKnowledge, shell)];
  const folders = await dataFolderSteps(folder, remove, shell);
  const setup = [
    // `.claude` itself is removed last.
    ...(remove ? [...folders, ...registration] : [...registration, ...folders]),
    ...plans.flatMap(({ step }) => step ?? []),
  ];
  const adoption = remove ? [] : await adoptionSteps(folder, { adopt, dryRun }, shell);
  return { setup, adoption, questions: plans.flatMap(({ question }) => question ?? []) };
}

function scopeOf({ user, team }: InitOptions): Scope {
  if (user === true) return 'user';
  return team === true ? 'team' : 'local';
}

async function projectFolder({ currentFolder, homeFolder }: Shell): Promise<string> {
  const folder = await realpath(currentFolder);
  const home = await realpath(homeFolder).catch(() => homeFolder);
  if (folder === home || folder === parse(folder).root) {
    const name = folder === home ? 'the home folder' : 'the root of the disk';
    const fix = 'change into the folder of one project, or use `witan init --user`';
    throw new UserError('validation_error', `init: this is ${name}; ${fix}`);
  }
  return folder;
}

/** Without `isVerbose` only the title and the warnings. */
function renderStep({ title, lines }: Step, isVerbose: boolean, color: Color): string {
  const shown = lines
    .filter((line) => isVerbose || line.startsWith('!'))
    .map((line) => `  ${color(toneOf(line), plainText(line))}`);
  return `${[color('strong', plainText(title)), ...shown].join('\n')}\n`;
}

function toneOf(line: string): Tone {
  if (line.startsWith('!')) return 'caution';
  return line.startsWith('-') ? 'bad' : 'good';
}
