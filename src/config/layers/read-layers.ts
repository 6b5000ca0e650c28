import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { configFolder } from '../../kernel/config-folder.js';
import { markHidden } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { parseConfigDocument } from '../files/parse-document.js';
import { readConfigText, unreadableFile } from '../files/read-config-text.js';
import { isLegacy, renameDemo, upgradeDocument } from '../legacy/upgrade-document.js';
import { configPin, findNamedFiles } from '../trust/named-files.js';
import { trustState } from '../trust/trust-store.js';
import type { Layer, LayerName, ProjectLayer } from './layer.js';
import { readProjectFile } from './read-project-file.js';

export interface ConfigContext {
  /** The folder that the deliberation is about. */
  readonly projectFolder: string;
  /** The argument of `--config`. */
  readonly configFile?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** Where the program is installed, with its own config.yaml. */
  readonly packageFolder?: string;
  /** Used instead of the package's file. */
  readonly packageConfigText?: string;
}

/** All configuration files that apply, from the weakest to the strongest. */
export async function readLayers(context: ConfigContext): Promise<Layer[]> {
  const named = [
    await readNamed('environment', context.environment.WITAN_CONFIG, '$WITAN_CONFIG'),
    await readNamed('command-line', context.configFile, '--config'),
  ];
  const layers = [...(await readLayersBelowProject(context)), await readProjectLayer(context), ...named];
  return withoutRepeats(layers.filter((layer) => layer !== undefined));
}

/** The layers that a project's own file cannot override without trust. */
export async function readLayersBelowProject(context: ConfigContext): Promise<Layer[]> {
  const userFile = join(configFolder(context.homeFolder, context.environment), 'config.yaml');
  return [await readPackage(context), await readOptional('user', userFile)].filter((layer) => layer !== undefined);
}

export async function readProjectLayer(context: ConfigContext): Promise<ProjectLayer | undefined> {
  const file = await readProjectFile(context);
  if (file === undefined) return undefined;
  const folder = context.projectFolder;
  const layer = parseLayer(file.text, { path: file.path, layer: 'project', trusted: false, folder });
  // The same text is pinned and parsed, in case the file changes in between.
  const pinOf = async () => configPin(file.text, await findNamedFiles(layer.values, context));
  const trust = await trustState(folder, pinOf, configFolder(context.homeFolder, context.environment));
  return { ...layer, layer: 'project', trusted: trust === 'trusted', trust, text: file.text };
}

/** A file that the user names must exist, and is trusted. */
async function readNamed(layer: LayerName, file: string | undefined, by: string): Promise<Layer | undefined> {
  if (file === undefined || file === '') return undefined;
  const path = resolve(file);
  const found = await readOptional(layer, path);
  if (found !== undefined) return found;
  throw new UserError('validation_error', `${path}: the file that ${by} names does not exist; correct the path`);
}

export async function readPackage({ packageFolder, packageConfigText }: ConfigContext): Promise<Layer | undefined> {
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

/** Keeps the strongest layer of a file that is found twice: naming the project's file with --config trusts it. */
async function withoutRepeats(layers: readonly Layer[]): Promise<Layer[]> {
  const real = await Promise.all(layers.map(({ path }) => realpath(path).catch(() => path)));
  // The package's own file stays the weakest layer, also if the package is the project.
  return layers.filter((layer, index) => {
    if (layer.layer === 'package') return true;
    return real[index] !== packagePath(layers, real) && real.lastIndexOf(real[index] ?? '') === index;
  });
}

function packagePath(layers: readonly Layer[], real: readonly string[]): string | undefined {
  return real[layers.findIndex(({ layer }) => layer === 'package')];
}

/** Parses one file. A file in the old form is read as if it had been migrated, with a notice. */
export function parseLayer(text: string, input: Pick<Layer, 'path' | 'layer' | 'trusted' | 'folder'>): Layer {
  const { document, values, lineOf } = parseConfigDocument(text, input.path);
  const notices: string[] = [];
  if (isLegacy(document)) {
    // Refuses a hostile file before its aliases are replaced by copies.
    values();
    const { ignored } = upgradeDocument(document);
    const without = ignored.length === 0 ? '' : `; without effect: ${markHidden(ignored.join(', '))}`;
    notices.push(
      `${input.path} uses the old keys \`cli_tools\` or \`deliberation\`, which are still read${without}; bring it up to date with \`witan migrate-config ${input.path}\``,
    );
  }
  if (renameDemo(document).length > 0) {
    notices.push(
      `${input.path} calls the adapter \`demo\` by its old name \`rehearsal\`, which is still read; rename it`,
    );
  }
  if (document.hasIn(['council', 'option_grouping_threshold'])) {
    notices.push(
      `${input.path} sets \`council.option_grouping_threshold\`, which has no effect any more: participants group options themselves; remove it`,
    );
  }
  return { ...input, values: values(), notices, lineOf };
}
