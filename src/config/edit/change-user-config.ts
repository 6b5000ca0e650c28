import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { configFolder } from '../../kernel/config-folder.js';
import { describeDiskError } from '../../kernel/disk-error.js';
import { UserError } from '../../kernel/user-error.js';
import { readConfigText, unreadableFile } from '../files/read-config-text.js';
import { checkFile, unknownKey } from '../layers/check-file.js';
import type { Layer } from '../layers/layer.js';
import {
  type ConfigContext,
  parseLayer,
  readLayers,
  readLayersBelowProject,
  readPackage,
} from '../layers/read-layers.js';
import { normalizeLayers } from '../load-settings.js';
import { fileSchema } from '../sections/index.js';
import type { KeyPath } from '../sections/normalize-context.js';
import { keysAt, settingAt, settingsIn, valueAt } from '../sections/walk-schema.js';
import { withConfigLock } from '../trust/config-lock.js';
import type { WriteFile } from '../trust/trust-store.js';
import { type ConfigChange, changeText } from './change-text.js';

export function userConfigFile({ homeFolder, environment }: Pick<ConfigContext, 'homeFolder' | 'environment'>): string {
  return join(configFolder(homeFolder, environment), 'config.yaml');
}

/**
 * Changes keys in the user's own file and keeps its comments. A change that would not be valid is not written. `plan` is
 * called under the lock, so that what it reads is not changed by another process until the file is written.
 */
export async function changeUserConfig(
  plan: () => Promise<readonly ConfigChange[]> | readonly ConfigChange[],
  context: ConfigContext,
  write: WriteFile,
): Promise<void> {
  const file = userConfigFile(context);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await withConfigLock(`${file}.lock`, async (lock) => {
      const { before, after } = await planText(await plan(), file, context);
      if (after === before) return;
      if (!lock.isHeld())
        throw new UserError('conflict', `${file} was not written: another process changed it; try again`);
      // A link in a dotfiles folder stays a link.
      await write(await realpath(file).catch(() => file), after, { mode: 0o600 });
    });
  } catch (error) {
    const reason = describeDiskError(error);
    throw reason === undefined ? error : new UserError('conflict', `${file} was not written: ${reason}`);
  }
}

async function planText(
  changes: readonly ConfigChange[],
  file: string,
  context: ConfigContext,
): Promise<{ readonly before: string; readonly after: string }> {
  const read = await readConfigText(file);
  if (read.kind !== 'text' && read.kind !== 'missing') throw unreadableFile(file, read);
  const before = read.kind === 'text' ? read.text : '';
  const after = changes.reduce((text, change) => changeText(text, change, file), before);
  await checkText(after, file, context);
  return { before, after };
}

/** `3`, `true`, `[a, b]`: as in the file. A text that does not fit as such is kept as it was typed. */
export async function setInUserConfig(
  { name, typed }: { readonly name: string; readonly typed: string },
  context: ConfigContext,
  write: WriteFile,
): Promise<void> {
  const key = parseKey(name);
  const value = parseValue(typed);
  try {
    await changeUserConfig(() => [{ key, value }], context, write);
  } catch (error) {
    if (value === typed) throw error;
    // The first error says what was expected, if the text does not fit either.
    await changeUserConfig(() => [{ key, value: typed }], context, write).catch(() => {
      throw error;
    });
  }
}

export async function unsetInUserConfig(name: string, context: ConfigContext, write: WriteFile): Promise<void> {
  await changeUserConfig(() => [{ key: parseKey(name), value: undefined }], context, write);
}

/** The value in effect for a project, as files and defaults give it; secrets are not shown. */
export async function readSetting(name: string | undefined, context: ConfigContext): Promise<unknown> {
  return settingIn(name, await readLayers(context));
}

/** The same without what a project sets: its values do not belong in the user's file. */
export async function readUserSetting(name: string, context: ConfigContext): Promise<unknown> {
  return settingIn(name, await readLayersBelowProject(context));
}

function settingIn(name: string | undefined, layers: readonly Layer[]): unknown {
  const shown = hideSecrets(checkFile(layers));
  if (name === undefined) return shown;
  const key = parseKey(name);
  const unknown = firstUnknown(key, shown);
  if (unknown !== undefined) throw unknownKey(unknown, shown, []);
  return valueAt(shown, key);
}

/** The path up to the first step that the schema does not have. */
function firstUnknown(key: KeyPath, values: Readonly<Record<string, unknown>>): KeyPath | undefined {
  const setting = settingAt(fileSchema, key, values);
  const isBelow = setting !== undefined && setting.key.length < key.length;
  if (isBelow && typeof valueAt(values, setting.key) !== 'object') return key.slice(0, setting.key.length + 1);
  const at = key.findIndex((step, depth) => {
    const known = keysAt(fileSchema, key.slice(0, depth), values);
    return known !== undefined && !known.includes(String(step));
  });
  return at === -1 ? undefined : key.slice(0, at + 1);
}

/** A name with a dot in it is quoted: `adapters."my.service".timeout`. */
function parseKey(name: string): KeyPath {
  const steps = [...name.matchAll(/(?:^|\.)(?:"([^"]+)"|([^."]+))/g)];
  if (name !== '' && steps.map(([step]) => step).join('') === name)
    return steps.map(([, quoted, plain]) => quoted ?? plain ?? '');
  throw new UserError('validation_error', `"${name}" is not a key; write one such as defaults.rounds`);
}

function parseValue(typed: string): unknown {
  try {
    return parse(typed) ?? typed;
  } catch {
    return typed;
  }
}

async function checkText(text: string, path: string, context: ConfigContext): Promise<void> {
  const own = parseLayer(text, { path, layer: 'user', trusted: true, folder: dirname(path) });
  const layers = [await readPackage(context), own].filter((layer) => layer !== undefined);
  try {
    normalizeLayers(layers, context);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The text is not in the file yet, so neither is the line that the error names.
    const problem = error.message.replace(`${path}:`, '').replace(/^\d+: /, '');
    throw new UserError('validation_error', `${problem}; nothing was written`);
  }
}

/** An address without a password and a text that only names a variable are no secrets. */
function hideSecrets(file: object): Record<string, unknown> {
  const shown = structuredClone(file) as Record<string, unknown>;
  for (const { key, info, value } of settingsIn(fileSchema, file)) {
    if (info.secret !== true || !(typeof value === 'string') || /^(?:https?:[^@]*|\$\{[^@{}]+\})$/.test(value))
      continue;
    const parent = valueAt(shown, key.slice(0, -1)) as Record<string, unknown>;
    parent[String(key.at(-1))] = '(set, not shown)';
  }
  return shown;
}
