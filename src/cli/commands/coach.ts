import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Pages } from '../../http/index.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { UserError } from '../../kernel/user-error.js';
import type { StartCoach } from '../../program/program.js';
import type { CliCommand } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import { addDataCommands } from '../coach/data-commands.js';
import { readCoachEnvironment } from '../coach/read-environment.js';
import { addSessionCommands } from '../coach/session-commands.js';
import { describeAddress, openAddress } from '../open-address.js';
import { parsePort } from '../options/parse-options.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

interface CoachCommandOptions extends Pick<ProjectOptions, 'config'> {
  readonly port?: string;
  readonly open: boolean;
  readonly fromEnv?: boolean;
}

export function addCoach(program: CliCommand, shell: Shell): void {
  const command = program
    .command('coach')
    .summary('work on a project in the browser, with Claude Code as the coach')
    .description('Serves an editor for a project on this machine only, and opens it in the browser.')
    .argument('[project]', 'the project folder (default: the current folder)')
    .option('--port <number>', 'the port to listen on; without it one that belongs to the project')
    .option('--no-open', 'print the address instead of opening the browser')
    .option('--from-env', 'take all settings from PORT, PROJECT_DIR, CHROMADB_URL, ANTHROPIC_API_KEY and DATA_DIR')
    .option('--config <file>', 'a configuration file that wins over the others')
    .example('witan coach', 'witan coach ../shop --no-open', 'witan coach pause')
    .note('The coach ends with Ctrl-C. With --from-env, a `.env` file of the current folder may set PORT.')
    .run((project: string | undefined, options: CoachCommandOptions) => coach(project, options, shell));
  addSessionCommands(command, shell);
  addDataCommands(command, shell);
}

async function coach(project: string | undefined, options: CoachCommandOptions, shell: Shell) {
  // Before anything is opened, so that Ctrl-C during the start closes what is open by then.
  const interrupted = new Promise<'interrupted'>((resolve) => shell.onInterrupt(() => resolve('interrupted')));
  const log = (line: string) => shell.stdout.write(`${' '.repeat(8)}${line}\n`);
  const settings = options.fromEnv
    ? await settingsFromEnvironment(project, options, shell)
    : chosenSettings(project, options, shell);
  shell.stdout.write(`Coach   starting for ${settings.projectFolder}\n`);
  const starting = start(settings, { options, log, shell });
  const started = await Promise.race([starting, interrupted]);
  if (started === 'interrupted') {
    log('stopped during the start: closing what is open');
    await settleWithin({ maxMs: CLOSE_MS }, async () => (await starting).own?.close());
    return EXIT.done;
  }
  if (started.own === undefined && options.fromEnv) {
    throw new UserError('conflict', `a coach runs for this project at ${started.url}; end it first`);
  }
  await show(started, { ...settings, isOpening: options.open && !options.fromEnv }, shell);
  if (started.own === undefined) return EXIT.done;
  log(`ready on port ${new URL(started.url).port}; Ctrl-C ends it`);
  // Settings of the environment are those of a service, which runs until it is stopped.
  await (options.fromEnv ? interrupted : Promise.race([started.own.idle, interrupted]));
  log('ending');
  await started.own.close();
  log('ended');
  return EXIT.done;
}

const CLOSE_MS = 2_000;

type Settings = Omit<StartCoach, 'log'> & {
  readonly projectFolder: string;
  readonly variables?: Readonly<Record<string, string>>;
};

function chosenSettings(project = '.', { port }: CoachCommandOptions, shell: Shell): Settings {
  const projectFolder = resolve(shell.currentFolder, project);
  if (statSync(projectFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UserError('validation_error', `"${project}" is not a folder; give the path of the project`);
  }
  return { projectFolder, port: port === undefined ? undefined : parsePort(port), access: 'key for all' };
}

async function settingsFromEnvironment(
  project: string | undefined,
  { port }: CoachCommandOptions,
  shell: Shell,
): Promise<Settings> {
  if (project !== undefined || port !== undefined) {
    throw new UserError('validation_error', '--from-env takes the project from PROJECT_DIR and the port from PORT');
  }
  return { ...(await readCoachEnvironment(shell)), portSetting: 'PORT' };
}

interface StartContext {
  readonly options: CoachCommandOptions;
  readonly log: (line: string) => void;
  readonly shell: Shell;
}

async function start({ variables, ...settings }: Settings, { options, log, shell }: StartContext): Promise<Pages> {
  const { config } = options;
  const project = { cwd: settings.projectFolder, ...(config !== undefined && { config }) };
  const program = await openProject(project, shell, variables);
  return program.openCoach({ ...settings, log });
}

async function show(
  coach: Pages,
  { projectFolder, isOpening }: Settings & { readonly isOpening: boolean },
  shell: Shell,
): Promise<void> {
  const address = coach.address('/coach');
  const isOpened = isOpening && (await openAddress(address, coach, shell));
  shell.stdout.write(`Project ${projectFolder}\n`);
  shell.stdout.write(`Page    ${address}\n        ${describeAddress('witan coach', isOpened)}\n`);
  if (coach.own === undefined) shell.stdout.write('        it is served by the coach that runs already\n');
}
