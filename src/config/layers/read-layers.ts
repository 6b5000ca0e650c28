import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import { configFolder } from '../config-folder.js';
import type { LayerName } from '../settings.js';
import { isTrusted } from '../trust/trust-store.js';
import type { Layer } from './layer.js';
import { parseLayer } from './parse-layer.js';
import { readConfigText } from './read-config-text.js';

export interface LayerPlaces {
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
export async function readLayers(places: LayerPlaces): Promise<Layer[]> {
  const { projectFolder, environment, homeFolder } = places;
  const named = [
    await readNamed('environment', environment.WITAN_CONFIG, '$WITAN_CONFIG'),
    await readNamed('command-line', places.configFile, '--config'),
  ].filter((layer) => layer !== undefined);
  const trusted = await isTrusted(projectFolder, configFolder(homeFolder, environment));
  const unnamed = [
    await readPackage(places),
    await readOptional('user', join(configFolder(homeFolder, environment), 'config.yaml'), true),
    await readProject(projectFolder, trusted),
  ].filter((layer) => layer !== undefined);
  return withoutRepeats([...unnamed, ...named]);
}

/** A file that the user names must exist. Naming it is trusting it, wherever it lies. */
async function readNamed(layer: LayerName, file: string | undefined, by: string): Promise<Layer | undefined> {
  if (file === undefined || file === '') return undefined;
  const path = resolve(file);
  const found = await readOptional(layer, path, true);
  if (found !== undefined) return found;
  throw new UserError('validation_error', `${path}: the file that ${by} names does not exist; correct the path`);
}

async function readPackage({ packageFolder, packageConfigText }: LayerPlaces): Promise<Layer | undefined> {
  if (packageConfigText !== undefined) {
    const path = packageFolder === undefined ? "Witan's own config.yaml" : join(packageFolder, 'config.yaml');
    return parseLayer(packageConfigText, { path, layer: 'package', trusted: true, folder: packageFolder ?? '.' });
  }
  return packageFolder === undefined ? undefined : readOptional('package', join(packageFolder, 'config.yaml'), true);
}

async function readOptional(layer: LayerName, path: string, trusted: boolean, folder = dirname(path)) {
  const read = await readConfigText(path);
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'text') return parseLayer(read.text, { path, layer, trusted, folder });
  throw new UserError('validation_error', `${path}: cannot be read: ${read.reason}`);
}

async function readProject(projectFolder: string, trusted: boolean): Promise<Layer | undefined> {
  const own = await readOptional('project', join(projectFolder, '.witan', 'config.yaml'), trusted, projectFolder);
  if (own !== undefined) return own;
  const path = join(projectFolder, 'config.yaml');
  const read = await readConfigText(path);
  // Many programs keep a config.yaml in the project: what does not look like ours is none of our business.
  if (read.kind !== 'text' || !looksLikeOurs(read.text)) return undefined;
  return parseLayer(read.text, { path, layer: 'project', trusted, folder: projectFolder });
}

/** Decided on the text, so that a mistake in a file of ours is reported instead of taken for another program's file. */
function looksLikeOurs(text: string): boolean {
  return /^["']?version["']?\s*:/m.test(text) && /^["']?(adapters|cli_tools)["']?\s*:/m.test(text);
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
