import { sep } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { type JsonPath, removeAt, setAt, startAt } from '../../kernel/json-path.js';
import { appendElements, readArray, readObject, removeElement } from '../../kernel/json-text.js';
import { pathInside } from '../../kernel/real-path.js';
import { stateFolder } from '../../kernel/state-folder.js';
import type { Scope, Shell } from '../shell.js';
import type { HookRemoval } from './hook-registration.js';
import { brokenFile, parseSettings } from './read-client-file.js';

type Needs = Pick<Shell, 'homeFolder' | 'environment'>;

const DENY: JsonPath = ['permissions', 'deny'];
/** The objects and lists that the rules may fill. */
export const RULE_CONTAINERS: readonly JsonPath[] = [['permissions'], DENY];
const DEFAULT_FOLDER = '~/.local/state/witan';

/**
 * Keeps an agent from the keys in the state folder: with one it could pause its coaching session. These are rules of
 * Claude Code, because a hook for its Read, Grep and Glob would start a process for every read.
 */
export function readRules(scope: Scope, shell: Needs): string[] {
  // A shared file names no path of one machine. In others the default stays: it may be a link to the real folder.
  const folders = scope === 'team' ? [DEFAULT_FOLDER] : [DEFAULT_FOLDER, realFolder(shell)];
  return [...new Set(folders)].flatMap((folder) => [
    `Read(${folder}/**)`,
    // A search that begins in a folder above leaves out only the files of rules that are not anchored.
    `Read(**/${folder.slice(2)}/**)`,
  ]);
}

/** In the form of Claude Code: `~/` is the home folder, `//` the root. */
function realFolder({ homeFolder, environment }: Needs): string {
  const folder = stateFolder(homeFolder, environment);
  const inHome = pathInside(homeFolder, folder);
  const anchored = inHome === undefined ? `/${folder}` : `~/${inHome}`;
  return anchored.replaceAll(sep, '/').replace(/[\\*?[\]{}]/g, '\\$&');
}

/** The file's text with the rules; unchanged if it has them. */
export function addReadRules(text: string, rules: readonly string[], shown: string): string {
  const denied = deniedRules(text, shown);
  const missing = rules.filter((rule) => !denied.includes(rule));
  if (missing.length === 0) return text;
  const start = startAt(text, DENY);
  return start === undefined ? setAt(text, DENY, missing) : appendElements(text, readArray(text, start), missing);
}

type RuleRemoval = Required<Pick<HookRemoval, 'shown' | 'isKept'>>;

/** The file's text without the rules; undefined if nothing else is in it. */
export function removeReadRules(text: string, rules: readonly string[], removal: RuleRemoval): string | undefined {
  const { shown, isKept } = removal;
  const denied = deniedRules(text, shown);
  const isOurs = (rule: unknown) => typeof rule === 'string' && rules.includes(rule);
  const index = denied.findIndex(isOurs);
  const start = startAt(text, DENY);
  if (index < 0 || start === undefined) return text;
  if (!denied.every(isOurs) || isKept(DENY)) {
    return removeReadRules(removeElement(text, readArray(text, start), index), rules, removal);
  }
  const bare = removeAt(text, DENY, isKept);
  return isKept([]) || readObject(bare).members.length > 0 ? bare : undefined;
}

/** All rules of the file about what Claude Code may not do. */
export function deniedRules(text: string, shown: string): readonly unknown[] {
  const { permissions = {} } = parseSettings(text, shown);
  if (!isRecord(permissions)) throw brokenFile(shown, 'has "permissions" that is not an object');
  const { deny = [] } = permissions;
  if (!Array.isArray(deny)) throw brokenFile(shown, 'has "permissions.deny" that is not a list');
  return deny;
}
