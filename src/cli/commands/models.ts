import { type Command, Option } from 'commander';
import { settleWithin } from '../../kernel/time-limit.js';
import { UserError } from '../../kernel/user-error.js';
import { writeAtomically } from '../../kernel/write-atomically.js';
import { EXIT } from '../cli-error.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import { createPage, printJson } from '../text/page.js';
import { userFile } from './config.js';

export function addModels(program: Command, shell: Shell, finish: (exitCode: number) => void): void {
  const models = program
    .command('models')
    .summary('list services and models, and add one')
    .description('Lists every way to ask a model and its models. Without a command, shows the list.')
    .addHelpText('after', EXAMPLES);
  models
    .command('list', { isDefault: true })
    .summary('services, whether they work here, and their models')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  witan models list --json')
    .action(async ({ json }: { readonly json?: boolean }) => finish(await list(json === true, shell)));
  models
    .command('add')
    .summary('add a service, or a model of one, to your own configuration')
    .argument('<service>', 'a name of your choice, or a built-in one such as openrouter')
    .option('--url <address>', 'where it answers, such as https://llm.example.com/v1')
    .option('--key-env <name>', 'the environment variable with its key; the key itself is never written')
    .addOption(
      new Option('--api <kind>', 'what it speaks (default: openai)').choices(['openai', 'anthropic', 'ollama']),
    )
    .option('--model <id>', 'a model to use; repeat for each (default: the service is asked)', collect)
    .addHelpText('after', ADD_EXAMPLE)
    .action(async (service: string, options: AddOptions) => finish(await add(service, options, shell)));
}

const ADD_EXAMPLE = `
Example:
  witan models add my-gateway --url https://llm.example.com/v1 --key-env MY_GATEWAY_KEY --model large`;

const EXAMPLES = `
Examples:
  witan models
  witan models add my-gateway --url https://llm.example.com/v1 --key-env MY_GATEWAY_KEY`;

interface AddOptions {
  readonly url?: string;
  readonly keyEnv?: string;
  readonly api?: string;
  readonly model?: readonly string[];
}

async function add(service: string, options: AddOptions, shell: Shell): Promise<number> {
  const { changeUserConfig, configContext } = await import('../../config/index.js');
  const plan = async () => [
    ...adapterChanges(service, options, await findAdapter(service, shell)),
    ...(await registryChanges(service, options, shell)),
  ];
  await changeUserConfig(plan, configContext(shell.currentFolder), writeAtomically);
  shell.stdout.write(`${displayPath(userFile(shell), shell)}: added ${service}\n`);
  shell.stdout.write(await checkService(service, options.model ?? [], shell));
  return EXIT.done;
}

type Adapter = Readonly<Record<string, unknown>>;

async function findAdapter(service: string, shell: Shell): Promise<Adapter | undefined> {
  const adapters = (await readUserSetting('adapters', shell)) as Readonly<Record<string, Adapter>>;
  return Object.hasOwn(adapters, service) ? adapters[service] : undefined;
}

function adapterChanges(service: string, { url, keyEnv, api, model }: AddOptions, known: Adapter | undefined) {
  if (known?.type === 'demo') {
    throw new UserError('validation_error', `${service} has scripted voices and takes no models; choose another name`);
  }
  const wrong = model?.find((id) => !/^[^\s-]\S*$/.test(id));
  if (wrong !== undefined) {
    throw new UserError(
      'validation_error',
      `--model "${wrong}" is not a model id; it has no blanks and does not start with "-"`,
    );
  }
  if (known !== undefined && known.type !== 'http' && (url ?? keyEnv ?? api) !== undefined) {
    throw new UserError(
      'validation_error',
      `${service} is a program, not a service; only --model can be added, or choose another name`,
    );
  }
  if (known === undefined && url === undefined) {
    throw new UserError(
      'validation_error',
      `${service} is not a built-in service; say where it answers with --url, for example --url https://llm.example.com/v1`,
    );
  }
  if (known !== undefined && (url ?? keyEnv ?? api ?? model) === undefined) {
    throw new UserError('validation_error', `nothing to add to ${service}; give --url, --key-env or --model`);
  }
  if (keyEnv !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(keyEnv)) {
    throw new UserError(
      'validation_error',
      '--key-env must be the name of an environment variable, such as MY_KEY; the key itself is not written to a file',
    );
  }
  const fields = {
    ...(known === undefined && { type: 'http', api: api ?? 'openai' }),
    ...(known !== undefined && api !== undefined && { api }),
    ...(url !== undefined && { base_url: url }),
    ...(keyEnv !== undefined && { api_key: `\${${keyEnv}}` }),
  };
  return Object.entries(fields).map(([name, value]) => ({ key: ['adapters', service, name], value }));
}

/** A list in the user's file replaces the built-in one, so the models known so far are written with the new ones. */
async function registryChanges(service: string, { model: added = [] }: AddOptions, shell: Shell) {
  if (added.length === 0) return [];
  const registry = (await readUserSetting('model_registry', shell)) as Readonly<
    Record<string, readonly { readonly id: string }[]>
  >;
  const known = Object.hasOwn(registry, service) ? (registry[service] ?? []) : [];
  const fresh = added.filter((id) => known.every((entry) => entry.id !== id));
  const entries = fresh.map((id, index) => ({ id, ...(known.length === 0 && index === 0 && { default: true }) }));
  return [{ key: ['model_registry', service], value: [...known, ...entries] }];
}

async function readUserSetting(key: string, { currentFolder }: Shell): Promise<unknown> {
  const config = await import('../../config/index.js');
  return config.readUserSetting(key, config.configContext(currentFolder));
}

/** What a person should know right away: whether it answers, and how to use it. */
async function checkService(service: string, added: readonly string[], shell: Shell): Promise<string> {
  const { directory } = await shell.openProgram({ projectFolder: shell.currentFolder });
  const adapter = await directory.adapter(service);
  const checked = await settleWithin(
    { maxMs: CHECK_MS },
    (signal) => adapter?.availability(signal) ?? Promise.resolve(undefined),
  );
  const found = checked.ok ? checked.value : undefined;
  if (found === undefined) return `It did not answer within ${CHECK_MS / 1000} s; \`witan doctor\` checks it again\n`;
  if (!found.available) return `It cannot be used yet: ${found.reason}; ${found.remedy}\n`;
  const [model] = added.length > 0 ? added : (found.models ?? []);
  return `It answers: ${found.detail}\nUse it: witan deliberate -p ${service}${model === undefined ? '' : `:${model}`} …\n`;
}

const CHECK_MS = 10_000;
const LIST_MS = 15_000;

async function list(isJson: boolean, shell: Shell): Promise<number> {
  const program = await shell.openProgram({ projectFolder: shell.currentFolder });
  const services = await program.catalog.list(AbortSignal.timeout(LIST_MS));
  if (isJson) {
    printJson({ adapters: services }, shell);
    return EXIT.done;
  }
  const page = createPage(shell);
  page.table(
    ['service', 'state', 'models'],
    services.map(({ adapter, available, models }) => [
      adapter,
      available ? 'works' : 'missing',
      models.map(({ id, default: isDefault }) => (isDefault ? `${id} (default)` : id)).join(', '),
    ]),
  );
  page.paragraph('`witan doctor` says what to do about a missing one; `witan models add` adds a service.');
  shell.stdout.write(page.text());
  return EXIT.done;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
