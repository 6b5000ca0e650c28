import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { configFolder } from '../../kernel/config-folder.js';
import { UserError } from '../../kernel/user-error.js';
import { readConfigText, unreadableFile } from '../files/read-config-text.js';
import type { LayerName } from '../settings.js';
import { configPin } from '../trust/config-pin.js';
import { findNamedFiles } from '../trust/named-files.js';
import { trustState } from '../trust/trust-store.js';
import type { Layer, ProjectLayer } from './layer.js';
import { parseLayer } from './parse-layer.js';
import { readProjectFile } from './read-project-file.js';

export interface ConfigContext {
  /** The folder that the deliberation is about. */
  readonly projectFolder: string;
  /** What the user named with `--config`. */
  readonly configFile?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** Where the program is installed: its own config.yaml lies there. */
  readonly packageFolder?: string;
  /** Stands in for the package's file where there is none to read. */
  readonly packageConfigText?: string;
}

/** Every configuration file that applies, from the weakest to the strongest. */
export async function readLayers(context: ConfigContext): Promise<Layer[]> {
  const named = [
    await readNamed('environment', context.environment.WITAN_CONFIG, '$WITAN_CONFIG'),
    await readNamed('command-line', context.configFile, '--config'),
  ];
  const layers = [...(await readLayersBelowProject(context)), await readProjectLayer(context), ...named];
  return withoutRepeats(layers.filter((layer) => layer !== undefined));
}

/** What holds for a project whatever its own file says. */
export async function readLayersBelowProject(context: ConfigContext): Promise<Layer[]> {
  const userFile = join(configFolder(context.homeFolder, context.environment), 'config.yaml');
  return [await readPackage(context), await readOptional('user', userFile)].filter((layer) => layer !== undefined);
}

export async function readProjectLayer(context: ConfigContext): Promise<ProjectLayer | undefined> {
  const file = await readProjectFile(context);
  if (file === undefined) return undefined;
  const folder = context.projectFolder;
  const layer = parseLayer(file.text, { path: file.path, layer: 'project', trusted: false, folder });
  // Pinned and parsed is the same text: a file that changes in between cannot slip past.
  const pinOf = async () => configPin(file.text, await findNamedFiles(layer.values, context));
  const trust = await trustState(folder, pinOf, configFolder(context.homeFolder, context.environment));
  return { ...layer, layer: 'project', trusted: trust === 'trusted', trust, text: file.text };
}

/** A file that the user names must exist. Naming it is trusting it, wherever it lies. */
async function readNamed(layer: LayerName, file: string | undefined, by: string): Promise<Layer | undefined> {
  if (file === undefined || file === '') return undefined;
  const path = resolve(file);
  const found = await readOptional(layer, path);
  if (found !== undefined) return found;
  throw new UserError('validation_error', `${path}: the file that ${by} names does not exist; correct the path`);
}

async function readPackage({ packageFolder, packageConfigText }: ConfigContext): Promise<Layer | undefined> {
  if (packageConfigText !== undefined) {
    const path = packageFolder === undefined ? "Witan's own config.yaml" : join(packageFolder, 'config.yaml');
    return parseLayer(packageConfigText, { path, layer: 'package', trusted: true, folder: packageFolder ?? '.' });
  }
  return packageFolder === undefined ? undefined : readOptional('package', join(packageFolder, 'config.yaml'));
}

async function readOptional(layer: LayerName, path: string): Promise<Layer | undefined> {
  const read = await readConfigText(path);
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'text') return parseLayer(read.text, { path, layer, trusted: true, folder: dirname(path) });
  throw unreadableFile(path, read);
}

/** A file that is reached twice counts where it is strongest: naming the project's file with --config trusts it. */
async function withoutRepeats(layers: readonly Layer[]): Promise<Layer[]> {
  const real = await Promise.all(layers.map(({ path }) => realpath(path).catch(() => path)));
  // The package's own file must stay the weakest layer, also when the package is the project.
  return layers.filter((layer, position) => {
    if (layer.layer === 'package') return true;
    return real[position] !== packagePath(layers, real) && real.lastIndexOf(real[position] ?? '') === position;
  });
}

function packagePath(layers: readonly Layer[], real: readonly string[]): string | undefined {
  return real[layers.findIndex(({ layer }) => layer === 'package')];
}
