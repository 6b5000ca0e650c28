import { join, resolve } from 'node:path';
import { configFolder } from '../kernel/config-folder.js';
import { isRecord } from '../kernel/is-record.js';
import { checkFile, keyError, keyName, sourceOf } from './layers/check-file.js';
import { checkProjectLayer } from './layers/check-project-layer.js';
import { findUnusedKeys } from './layers/find-unused-keys.js';
import { isProjectLayer, type Layer, locationOf } from './layers/layer.js';
import { findProjectChanges } from './layers/project-changes.js';
import { type ConfigContext, readLayers } from './layers/read-layers.js';
import { unreadConfigNotices } from './layers/read-project-file.js';
import { type ConfigFile, normalize } from './sections/index.js';
import type { KeyPath } from './sections/normalize-context.js';
import { valueAt } from './sections/walk-schema.js';
import type { Settings } from './settings.js';

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
