import { configFolder } from '../../kernel/config-folder.js';
import { oneLine } from '../one-line.js';
import { referencesIn } from '../sections/substitute-environment.js';
import { configPin } from '../trust/config-pin.js';
import { findNamedFiles } from '../trust/named-files.js';
import type { TrustState } from '../trust/trust-state.js';
import { trustState } from '../trust/trust-store.js';
import { findUnpinnedCommands } from '../trust/unpinned-commands.js';
import { checkFile, keyName } from './check-file.js';
import { findObjections, type Objection } from './check-project-layer.js';
import { type ConfigContext, readLayersBelowProject, readProjectLayer } from './read-layers.js';

/** A project's own file, as somebody must see it before trusting it. */
export interface ExaminedProject {
  /** Undefined where the project has none. */
  readonly file: string | undefined;
  /** "key: value" for everything that trust would allow the file. */
  readonly needsTrust: readonly string[];
  /** The programs and scripts of the project that the file names: a change of one takes the trust away. */
  readonly programs: readonly string[];
  /** Commands of the file that run more of the project than the pin covers. */
  readonly unpinned: readonly string[];
  /** Stands for exactly what was examined: trusting takes this, not what the files hold by then. */
  readonly pin: string;
}

/** Rejects with a `UserError` for a file that cannot be read: what cannot be shown cannot be trusted. */
export async function examineProject(context: ConfigContext): Promise<ExaminedProject> {
  const project = await readProjectLayer(context);
  if (project === undefined)
    return { file: undefined, needsTrust: [], programs: [], unpinned: [], pin: configPin(undefined) };
  const below = checkFile(await readLayersBelowProject(context));
  const objections = await findObjections(project, below, context.projectFolder);
  // Trust does not allow the keys that only the user's own file may set; loading the file reports them.
  const allowed = objections.filter(({ info }) => info.project !== 'never');
  const files = await findNamedFiles(project.values, context);
  return {
    file: project.path,
    needsTrust: allowed.map(describe),
    programs: files.map(({ path }) => oneLine(path)),
    unpinned: (await findUnpinnedCommands(project.values, context)).map(oneLine),
    pin: configPin(project.text, files),
  };
}

/** Whether the project's file and programs are trusted as they are; what cannot be read is not. */
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
  return oneLine(`${keyName(key)}: ${key.at(-1) === 'api_key' ? describeKey(value) : shown(value)}`);
}

/** The variables it is read from; a key that stands in the file itself is not shown. */
function describeKey(template: unknown): string {
  const variables = typeof template === 'string' ? referencesIn(template) : [];
  return variables.length === 0 ? 'a text in the file' : `from the environment: ${variables.join(', ')}`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
