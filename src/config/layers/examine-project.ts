import { configFolder } from '../../kernel/config-folder.js';
import { markHidden } from '../../kernel/plain-text.js';
import { referencesIn } from '../sections/substitute-environment.js';
import { configPin, findNamedFiles, findUnpinnedCommands } from '../trust/named-files.js';
import { type TrustState, trustState } from '../trust/trust-store.js';
import { checkFile, keyName } from './check-file.js';
import { findObjections, type Objection } from './check-project-layer.js';
import { type ConfigContext, readLayersBelowProject, readProjectLayer } from './read-layers.js';

/** What a user should see of a project's own file before trusting it. */
export interface ExaminedProject {
  /** Undefined if the project has none. */
  readonly file: string | undefined;
  /** "key: value" for everything that trust would allow the file. */
  readonly needsTrust: readonly string[];
  /** The programs and scripts of the project that the file names. A change of one ends the trust. */
  readonly programs: readonly string[];
  /** Commands of the file that run more of the project than the pin covers. */
  readonly unpinned: readonly string[];
  /** Identifies exactly what was examined, in case the files change before they are trusted. */
  readonly pin: string;
}

/** Rejects with a `UserError` for a file that cannot be read, because it cannot be shown. */
export async function examineProject(context: ConfigContext): Promise<ExaminedProject> {
  const project = await readProjectLayer(context);
  if (project === undefined)
    return { file: undefined, needsTrust: [], programs: [], unpinned: [], pin: configPin(undefined) };
  const below = checkFile(await readLayersBelowProject(context));
  const objections = await findObjections(project, below, context.projectFolder);
  // Trust does not allow these keys; loading the file reports them.
  const allowed = objections.filter(({ info }) => info.project !== 'never');
  const files = await findNamedFiles(project.values, context);
  return {
    file: project.path,
    needsTrust: allowed.map(describe),
    programs: files.map(({ path }) => markHidden(path)),
    unpinned: (await findUnpinnedCommands(project.values, context)).map(markHidden),
    pin: configPin(project.text, files),
  };
}

/** Whether the project's file and programs are trusted in their present state. */
export async function projectTrust(context: ConfigContext): Promise<TrustState> {
  const readState = async (pinOf: () => Promise<string>) =>
    trustState(context.projectFolder, pinOf, configFolder(context.homeFolder, context.environment));
  try {
    return (await readProjectLayer(context))?.trust ?? (await readState(async () => configPin(undefined)));
  } catch {
    return readState(() => Promise.reject(new Error('the file cannot be read')));
  }
}

function describe({ key, value }: Objection): string {
  return markHidden(`${keyName(key)}: ${key.at(-1) === 'api_key' ? describeKey(value) : shown(value)}`);
}

/** The variables of the key; a key in the file itself is not shown. */
function describeKey(template: unknown): string {
  const variables = typeof template === 'string' ? referencesIn(template) : [];
  return variables.length === 0 ? 'a text in the file' : `from the environment: ${variables.join(', ')}`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
