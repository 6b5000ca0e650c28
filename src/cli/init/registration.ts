import { isAbsolute } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { findNode, isEmptyAt, type JsonPath, removeAt, setAt, valueAt } from '../../kernel/json-text.js';
import type { UserError } from '../../kernel/user-error.js';
import type { ServerCommand } from '../shell.js';
import { brokenFile, parseSettings } from './read-client-file.js';

/** The object in a JSON file in which an MCP client keeps its servers. */
export interface ServerList {
  /** The file's name in messages. */
  readonly shown: string;
  readonly path: JsonPath;
  /** Of a project: an entry that came with it is written whole. In a file of the user, other keys of it stay. */
  readonly isShared: boolean;
}

const SERVER_NAME = 'witan';

/** The file's text with our server; unchanged if it has it. */
export function register(text: string | undefined, server: ServerCommand, list: ServerList): string {
  const entry = { command: server.command, args: [...server.args] };
  const path = [...list.path, SERVER_NAME];
  if (text === undefined || text.trim() === '') return setAt('{}\n', path, entry);
  const found = entryIn(text, list);
  if (!list.isShared && isRecord(found) && typeof found.command === 'string') {
    const changed = found.command === entry.command ? text : setAt(text, [...path, 'command'], entry.command);
    const hasArgs = JSON.stringify(found.args) === JSON.stringify(entry.args);
    return hasArgs ? changed : setAt(changed, [...path, 'args'], entry.args);
  }
  // Replaced as a whole, because an entry of a hostile project could set NODE_OPTIONS or PATH.
  if (JSON.stringify(found) === JSON.stringify(entry)) return text;
  return setAt(text, path, entry);
}

/** The file's text without our server; undefined if nothing else is in it. Another server of that name stays. */
export function unregister(text: string, list: ServerList, isKept?: (path: JsonPath) => boolean): string | undefined {
  const command = registeredCommand(text, list);
  return command === undefined || !isOwnCommand(command) ? text : withoutServer(text, list, isKept);
}

/** The file's text without a server of our name, by any author; undefined if nothing else is in it. */
export function withoutServer(
  text: string,
  list: ServerList,
  isKept: (path: JsonPath) => boolean = () => false,
): string | undefined {
  if (entryIn(text, list) === undefined) return text;
  const without = removeAt(text, [...list.path, SERVER_NAME], isKept);
  return isEmptyAt(without, []) && !isKept([]) ? undefined : without;
}

/** Other keys in an entry of a shared file, such as `env (NODE_OPTIONS)`; registering drops them. */
export function foreignKeys(text: string, list: ServerList): string[] {
  const entry = entryIn(text, list);
  if (!list.isShared || !isRecord(entry)) return [];
  return Object.entries(entry)
    .filter(([key]) => key !== 'command' && key !== 'args')
    .map(([key, value]) => (isRecord(value) ? `${key} (${Object.keys(value).join(', ')})` : key));
}

/** How the client would start the server; undefined if it is not registered. */
export function registeredCommand(text: string, list: ServerList): ServerCommand | undefined {
  const entry = entryIn(text, list);
  if (!isRecord(entry)) return undefined;
  const command = typeof entry.command === 'string' ? entry.command : '';
  const args = Array.isArray(entry.args) ? entry.args.filter((arg) => typeof arg === 'string') : [];
  return { command, args };
}

/** Whether `init` wrote the entry for one machine. */
export function isMachineCommand({ args }: ServerCommand): boolean {
  return args.some((arg) => /[\\/]dist[\\/]witan\.cjs$/.test(arg) && isAbsolutePath(arg));
}

/** By name, for files that go to other machines. */
export const PORTABLE_SERVER: ServerCommand = { command: 'witan', args: ['serve'] };

/** Whether `init` wrote the entry, and not the user for another program of that name. */
export function isOwnCommand(server: ServerCommand): boolean {
  const { command, args } = server;
  return (
    isMachineCommand(server) || (command === PORTABLE_SERVER.command && args.join() === PORTABLE_SERVER.args.join())
  );
}

/** The files that must exist for the command to start. */
export function filesOfCommand({ command, args }: ServerCommand): string[] {
  return [command, ...args].filter((part) => isAbsolute(part));
}

/** On any platform: the file may come from another one. */
function isAbsolutePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

function entryIn(text: string, list: ServerList): unknown {
  const parsed = parseSettings(text, list.shown);
  const broken = (problem: string) => brokenFile(list.shown, problem);
  for (const [index] of list.path.entries()) {
    const path = list.path.slice(0, index + 1);
    const found = valueAt(parsed, path);
    expectOnce(text, path, broken);
    if (found !== undefined && !isRecord(found)) throw broken(`has "${path.at(-1)}" that is not an object`);
  }
  expectOnce(text, [...list.path, SERVER_NAME], broken);
  return valueAt(parsed, [...list.path, SERVER_NAME]);
}

/** Other programs may use the first of two equal keys, and we would only change the last. */
function expectOnce(text: string, path: JsonPath, broken: (problem: string) => UserError): void {
  const members = findNode(text, path.slice(0, -1))?.children ?? [];
  const same = members.filter(({ children }) => children?.[0]?.value === path.at(-1));
  if (same.length > 1) throw broken(`names "${path.at(-1)}" twice`);
}
