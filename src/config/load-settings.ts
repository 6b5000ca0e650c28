import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { configFolder } from '../kernel/config-folder.js';
import { isRecord } from '../kernel/is-record.js';
import { markHidden } from '../kernel/plain-text.js';
import { checkFile, keyError, keyName, sourceOf } from './layers/check-file.js';
import { checkProjectLayer } from './layers/check-project-layer.js';
import { isProjectLayer, type Layer, locationOf, type SettingsSource } from './layers/layer.js';
import { type ConfigContext, readLayers } from './layers/read-layers.js';
import { unreadConfigNotices } from './layers/read-project-file.js';
import { type ConfigFile, fileSchema, normalize } from './sections/index.js';
import type { KeyPath } from './sections/normalize-context.js';
import { type RawValues, settingsIn, valueAt } from './sections/walk-schema.js';

/** All settings of the program: complete and checked. */
export interface Settings extends ReturnType<typeof normalize> {
  readonly sources: readonly SettingsSource[];
  /** Lines for the user: old names that are still read, keys that were ignored. */
  readonly notices: readonly string[];
  /** Keys without effect and contradictions, for `witan doctor`. */
  readonly unusedKeys: readonly string[];
  /** Enabled adapters that a file of the user or the project names: these are expected to work. */
  readonly configuredAdapters: readonly string[];
  /** What the project's own file changes, trusted or not. */
  readonly projectChanges: readonly ProjectChange[];
}

/** One key that a project's own file changes. */
interface ProjectChange {
  readonly key: string;
  /** As text; undefined for lists, maps and possible secrets. */
  readonly value: string | undefined;
}

/**
 * Reads all files that apply and turns them into settings. A mistake of the user is a `UserError` with file, line, key
 * and fix. The package's own file is enough for working settings.
 */
export async function loadSettings(context: ConfigContext): Promise<Settings> {
  const projectFolder = resolve(context.projectFolder);
  const layers = await readLayers({ ...context, projectFolder });
  const project = layers.find(isProjectLayer);
  const userFile = join(configFolder(context.homeFolder, context.environment), 'config.yaml');
  if (project !== undefined) {
    const below = layers.slice(0, layers.indexOf(project));
    const belowFile = checkFile(below);
    // A value that fits no file is wrong in any file: that is reported before what a project may set.
    checkFile([...below, project]);
    await checkProjectLayer(project, belowFile, { projectFolder, userFile });
  }
  const { file, settings } = normalizeLayers(layers, { ...context, projectFolder });
  const unread = await unreadConfigNotices({
    projectFolder,
    userFile,
    hasProjectFile: project !== undefined,
  });
  return {
    ...settings,
    sources: layers.map(({ path, layer, trusted }) => ({ path, layer, trusted })),
    notices: [...layers.flatMap((layer) => [...layer.notices, ...deprecations(layer)]), ...unread],
    unusedKeys: findUnusedKeys(layers, file),
    projectChanges: project === undefined ? [] : findProjectChanges(project, file, fileWithout(project, layers)),
    configuredAdapters: adaptersNamedIn(layers).filter((name) => Object.hasOwn(settings.adapters, name)),
  };
}

/** Checks the layers together. Throws a `UserError` with the file and line of the first mistake. */
export function normalizeLayers(
  layers: readonly Layer[],
  { projectFolder, environment, homeFolder }: Pick<ConfigContext, 'projectFolder' | 'environment' | 'homeFolder'>,
) {
  const file = checkFile(layers);
  const settings = normalize(file, {
    projectFolder,
    environment,
    expandHome: (path) => (path === '~' || path.startsWith('~/') ? join(homeFolder, path.slice(1)) : path),
    folderOf: (key) => sourceOf(layers, key)?.folder ?? projectFolder,
    keyError: (key, problem) => keyError(layers, key, problem),
  });
  return { file, settings };
}

/** The configuration without the project's file. */
function fileWithout(project: Layer, layers: readonly Layer[]): ConfigFile {
  try {
    return checkFile(layers.filter((layer) => layer !== project));
  } catch {
    // A stronger file may depend on the project's.
    return checkFile(layers.slice(0, layers.indexOf(project)));
  }
}

/** Keys that older versions read. */
const KEYS_WITHOUT_EFFECT: readonly KeyPath[] = [['evidence', 'sandbox']];

function deprecations(layer: Layer): string[] {
  const given = KEYS_WITHOUT_EFFECT.filter((key) => valueAt(layer.values, key) !== undefined);
  return given.map(
    (key) => `${locationOf(layer, key)}: \`${keyName(key)}\` no longer has an effect and can be removed`,
  );
}

/** Without the package's own file, which names every adapter. */
function adaptersNamedIn(layers: readonly Layer[]): string[] {
  const own = layers.filter(({ layer }) => layer !== 'package');
  return [...new Set(own.flatMap(({ values }) => (isRecord(values.adapters) ? Object.keys(values.adapters) : [])))];
}

/** What a project's own file changes, also what needs no trust, such as hiding files from the council. */
function findProjectChanges(project: Layer, inEffect: ConfigFile, without: ConfigFile): ProjectChange[] {
  const changes = new Map<string, ProjectChange>();
  for (const { key, info } of settingsIn(fileSchema, project.values)) {
    const value = valueAt(inEffect, key);
    if (key[0] === 'version' || isDeepStrictEqual(value, valueAt(without, key))) continue;
    const isNewAdapter = key[0] === 'adapters' && !isRecord(valueAt(without, key.slice(0, 2)));
    const name = markHidden(keyName(isNewAdapter ? key.slice(0, 2) : key));
    const isShown = !isNewAdapter && info.secret !== true && ['string', 'number', 'boolean'].includes(typeof value);
    changes.set(name, { key: name, value: isShown ? String(value) : undefined });
  }
  return [...changes.values()];
}

/** One line for each key of the user's or the project's files that has no effect, or contradicts another. */
function findUnusedKeys(layers: readonly Layer[], file: ConfigFile): string[] {
  const own = layers.filter(({ layer }) => layer !== 'package');
  return [
    ...own.flatMap((layer) => [...switchedOff(layer, [], file), ...ofDisabledAdapters(layer, file)]),
    ...contradictions(file),
  ];
}

/** Keys next to an `enabled` that is false. */
function switchedOff(layer: Layer, path: KeyPath, file: ConfigFile): string[] {
  const values = valueAt(layer.values, path) as RawValues;
  const isOff = valueAt(file, [...path, 'enabled']) === false;
  return Object.entries(values).flatMap(([name, value]) => {
    const key = [...path, name];
    if (isOff && name !== 'enabled' && name !== 'type') {
      return [`${describe(layer, key)} has no effect while \`${keyName([...path, 'enabled'])}\` is false`];
    }
    return isRecord(value) ? switchedOff(layer, key, file) : [];
  });
}

function ofDisabledAdapters(layer: Layer, { adapters }: ConfigFile): string[] {
  const registry = layer.values.model_registry;
  const named = isRecord(registry) ? Object.keys(registry) : [];
  return named
    .filter((name) => adapters[name]?.enabled === false)
    .map((name) => {
      const key = ['model_registry', name];
      return `${describe(layer, key)} has no effect while \`adapters.${name}.enabled\` is false`;
    });
}

function contradictions({ decision_graph: graph }: ConfigFile): string[] {
  if (graph.similarity_threshold <= graph.strong_match) return [];
  return [
    '`decision_graph.strong_match` is below `decision_graph.similarity_threshold`, so every recalled decision is shown in full; raise it',
  ];
}

function describe(layer: Layer, key: KeyPath): string {
  return `${locationOf(layer, key)}: \`${keyName(key)}\``;
}
