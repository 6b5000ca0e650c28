import { isAbsolute } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { findMember, readObject, removeMember, setMember } from '../../kernel/json-text.js';
import { UserError } from '../../kernel/user-error.js';
import type { ServerCommand } from '../ports.js';

/** Claude Code's file for the servers of a project. */
export const REGISTRATION_FILE = '.mcp.json';
const SERVERS = 'mcpServers';
const SERVER_NAME = 'witan';

/** The file's text with our server; unchanged if it has it. */
export function register(text: string | undefined, server: ServerCommand): string {
  const entry = { command: server.command, args: [...server.args] };
  if (text === undefined || text.trim() === '') {
    return `${JSON.stringify({ [SERVERS]: { [SERVER_NAME]: entry } }, null, 2)}\n`;
  }
  const servers = serversOf(text);
  const top = readObject(text);
  const member = findMember(top, SERVERS);
  if (servers === undefined || member === undefined) return setMember(text, top, [SERVERS, { [SERVER_NAME]: entry }]);
  // Replaced as a whole, because an entry of a hostile project could set NODE_OPTIONS or PATH.
  if (JSON.stringify(servers[SERVER_NAME]) === JSON.stringify(entry)) return text;
  return setMember(text, readObject(text, member.valueStart), [SERVER_NAME, entry]);
}

/** Other keys in our entry, such as `env (NODE_OPTIONS)`; registering drops them. */
export function foreignKeys(text: string): string[] {
  const entry = text.trim() === '' ? undefined : serversOf(text)?.[SERVER_NAME];
  if (!isRecord(entry)) return [];
  return Object.entries(entry)
    .filter(([key]) => key !== 'command' && key !== 'args')
    .map(([key, value]) => (isRecord(value) ? `${key} (${Object.keys(value).join(', ')})` : key));
}

/** The file's text without our server; undefined if nothing else is in it. */
export function unregister(text: string): string | undefined {
  if (text.trim() === '' || serversOf(text)?.[SERVER_NAME] === undefined) return text;
  const member = findMember(readObject(text), SERVERS);
  if (member === undefined) return text;
  const without = removeMember(text, readObject(text, member.valueStart), SERVER_NAME);
  if (Object.keys(serversOf(without) ?? {}).length > 0) return without;
  const bare = removeMember(without, readObject(without), SERVERS);
  return Object.keys(JSON.parse(bare) as object).length === 0 ? undefined : bare;
}

/** How Claude Code would start the server; undefined if it is not registered. */
export function registeredCommand(text: string): ServerCommand | undefined {
  const entry = text.trim() === '' ? undefined : serversOf(text)?.[SERVER_NAME];
  if (!isRecord(entry)) return undefined;
  const command = typeof entry.command === 'string' ? entry.command : '';
  const args = Array.isArray(entry.args) ? entry.args.filter((arg) => typeof arg === 'string') : [];
  return { command, args };
}

/** The files that must exist for the command to start. */
export function filesOfCommand({ command, args }: ServerCommand): string[] {
  return [command, ...args].filter((part) => isAbsolute(part));
}

function serversOf(text: string): Record<string, unknown> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw broken(`is not valid JSON (${detail})`);
  }
  if (!isRecord(parsed)) throw broken('does not hold a JSON object');
  expectOnce(text);
  const servers = parsed[SERVERS];
  if (servers !== undefined && !isRecord(servers)) throw broken(`has "${SERVERS}" that is not an object`);
  return servers;
}

/** Other programs may use the first of two equal keys, and we would only change the last. */
function expectOnce(text: string): void {
  const top = readObject(text);
  const lists = top.members.filter(({ key }) => key === SERVERS);
  if (lists.length > 1) throw broken(`names "${SERVERS}" twice`);
  const [list] = lists;
  if (list === undefined || text[list.valueStart] !== '{') return;
  const own = readObject(text, list.valueStart).members.filter(({ key }) => key === SERVER_NAME);
  if (own.length > 1) throw broken(`names "${SERVER_NAME}" twice`);
}

function broken(problem: string): UserError {
  return new UserError('validation_error', `${REGISTRATION_FILE} ${problem}; fix it first, nothing was written`);
}
