import { UserError } from '../../../kernel/user-error.js';
import type { ServerCommand } from '../../shell.js';
import { brokenFile } from '../read-client-file.js';
import { readStrings, readToml, type TomlStatement } from './toml-text.js';

const TABLE = ['mcp_servers', 'witan'];
const HEADER = `[${TABLE.join('.')}]`;
/** In seconds. A deliberation can take minutes, and Codex would end it after one. */
const TOOL_TIMEOUT = 900;

/** The text of Codex's config.toml with our server. Other keys of an entry that is there stay, and so do comments. */
export function registerInToml(text: string, { command, args }: ServerCommand, shown: string): string {
  const values = { command: JSON.stringify(command), args: `[${args.map((arg) => JSON.stringify(arg)).join(', ')}]` };
  const { table, keys } = ownStatements(text, shown);
  if (table === undefined) {
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    const lines = [
      HEADER,
      `command = ${values.command}`,
      `args = ${values.args}`,
      `tool_timeout_sec = ${TOOL_TIMEOUT}`,
    ];
    return `${text}${gap}${lines.join(newlineOf(text))}${newlineOf(text)}`;
  }
  if (keys.some(({ path }) => path[2] === 'url')) {
    throw new UserError('conflict', `${shown} has a server "witan" at a URL; remove it first, nothing was written`);
  }
  const headerEnd = text.indexOf('\n', table.end);
  const changes = (['command', 'args'] as const).map((name) => {
    const key = keys.find(({ path }) => path.length === 3 && path[2] === name);
    if (key !== undefined) return { start: key.valueStart, end: key.end, text: values[name] };
    const at = headerEnd < 0 ? text.length : headerEnd;
    return { start: at, end: at, text: `${newlineOf(text)}${name} = ${values[name]}` };
  });
  // From the end, so that the positions before stay right.
  return changes
    .sort((a, b) => b.start - a.start)
    .reduce((changed, { start, end, text: value }) => changed.slice(0, start) + value + changed.slice(end), text);
}

/** The text without our server, its table and the tables below it. */
export function unregisterInToml(text: string, shown: string): string {
  const { table } = ownStatements(text, shown);
  if (table === undefined) return text;
  const statements = readToml(text) ?? [];
  const last = statements.findLast(({ path }) => isOwn(path)) ?? table;
  const isContinuous = statements.every(({ path, start }) => start < table.start || start > last.start || isOwn(path));
  if (!isContinuous) throw brokenFile(shown, `has other tables between those of "witan"`);
  const lineEnd = text.indexOf('\n', last.end);
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 1);
  const before = text.slice(0, text.lastIndexOf('\n', table.start) + 1);
  // The empty line before our table came with it.
  return /^\s*$/.test(rest) || /^\r?\n/.test(rest) ? before.replace(/(^|\n)\r?\n$/, '$1') + rest : before + rest;
}

/** How Codex would start our server; undefined if it is not registered. */
export function registeredInToml(text: string, shown: string): ServerCommand | undefined {
  const { table, keys } = ownStatements(text, shown);
  const stringsOf = (name: string) => {
    const key = keys.find(({ path }) => path.length === 3 && path[2] === name);
    return key === undefined ? [] : readStrings(text.slice(key.valueStart, key.end));
  };
  return table && { command: stringsOf('command')[0] ?? '', args: stringsOf('args') };
}

interface OwnStatements {
  readonly table: TomlStatement | undefined;
  readonly keys: readonly TomlStatement[];
}

function ownStatements(text: string, shown: string): OwnStatements {
  const statements = readToml(text);
  if (statements === undefined) throw brokenFile(shown, 'is not valid TOML');
  const tables = statements.filter(({ kind, path }) => kind === 'table' && path.join('.') === TABLE.join('.'));
  if (tables.length > 1) throw brokenFile(shown, `has ${HEADER} twice`);
  const [table] = tables;
  const keys = statements.filter(({ kind, path }) => kind === 'key' && isOwn(path));
  const isElsewhere = statements.some(({ kind, path, start }) => {
    const isInline = kind === 'key' && (path.join('.') === 'mcp_servers' || path.join('.') === TABLE.join('.'));
    return isInline || (isOwn(path) && (table === undefined || start < table.start));
  });
  if (isElsewhere) throw brokenFile(shown, `defines "witan" in another form than ${HEADER}`);
  return { table, keys };
}

function isOwn(path: readonly string[]): boolean {
  return path[0] === TABLE[0] && path[1] === TABLE[1];
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
