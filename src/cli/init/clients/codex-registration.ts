import { parse } from 'smol-toml';
import { isRecord } from '../../../kernel/is-record.js';
import { UserError } from '../../../kernel/user-error.js';
import type { ServerCommand } from '../../shell.js';
import { brokenFile } from '../read-client-file.js';

const HEADER = '[mcp_servers.witan]';
/** Our table; with a dot instead of the bracket, a table below it. */
const OWN_HEADER = /^[ \t]*\[[ \t]*(["']?)mcp_servers\1[ \t]*\.[ \t]*(["']?)witan\2[ \t]*[.\]]/;
/** In seconds. A deliberation can take minutes, and Codex would end it after one. */
const TOOL_TIMEOUT = 900;

/** The text of Codex's config.toml with our server. Other keys of an entry that is there stay, and so do comments. */
export function registerInToml(text: string, server: ServerCommand, shown: string): string {
  const args = `[${server.args.map((arg) => JSON.stringify(arg)).join(', ')}]`;
  const lines = [`command = ${JSON.stringify(server.command)}`, `args = ${args}`];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const entry = findEntry(text, shown);
  if (entry === undefined) {
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return `${text}${gap}${[HEADER, ...lines, `tool_timeout_sec = ${TOOL_TIMEOUT}`, ''].join(newline)}`;
  }
  if (Object.hasOwn(entry, 'url')) {
    throw new UserError('conflict', `${shown} has a server "witan" at a URL; remove it first, nothing was written`);
  }
  const changed = lines.reduce((before, line) => setLine(before, { line, newline }, shown), text);
  const { command, args: written } = findEntry(changed, shown) ?? {};
  if (command === server.command && JSON.stringify(written) === JSON.stringify(server.args)) return changed;
  throw otherForm(shown);
}

/** The text without our server, its table and the tables below it. */
export function unregisterInToml(text: string, shown: string): string {
  if (findEntry(text, shown) === undefined) return text;
  const [header, ...others] = ownStatements(text, shown);
  const lineEnd = text.indexOf('\n', (others.at(-1) ?? header).end);
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 1);
  const before = text.slice(0, text.lastIndexOf('\n', header.start) + 1);
  // The empty line before our table came with it.
  const isGap = rest.trim() === '' || /^\r?\n/.test(rest);
  const without = (isGap ? before.replace(/(^|\n)\r?\n$/, '$1') : before) + rest;
  if (findEntry(without, shown) === undefined) return without;
  throw brokenFile(shown, 'has other tables between those of "witan"');
}

/** How Codex would start our server; undefined if it is not registered. */
export function registeredInToml(text: string, shown: string): ServerCommand | undefined {
  const entry = findEntry(text, shown);
  if (entry === undefined) return undefined;
  const args = Array.isArray(entry.args) ? entry.args.filter((arg) => typeof arg === 'string') : [];
  return { command: typeof entry.command === 'string' ? entry.command : '', args };
}

function findEntry(text: string, shown: string): Readonly<Record<string, unknown>> | undefined {
  const file = parseToml(text);
  if (file === undefined) {
    const headers = text.split('\n').filter((line) => OWN_HEADER.exec(line)?.[0].endsWith(']'));
    throw brokenFile(shown, headers.length > 1 ? `has ${HEADER} twice` : 'is not valid TOML');
  }
  const servers = file.mcp_servers ?? {};
  const entry = isRecord(servers) ? servers.witan : servers;
  if (entry !== undefined && !isRecord(entry)) throw otherForm(shown);
  return entry;
}

/** Replaces a key of our table, or adds it below the header. */
function setLine(text: string, added: { readonly line: string; readonly newline: string }, shown: string): string {
  const [header, ...others] = ownStatements(text, shown);
  const name = added.line.split(' ')[0];
  const key = new RegExp(`^(["']?)${name}\\1[ \\t]*=`);
  const firstTable = others.findIndex(({ start }) => text[start] === '[');
  const keys = firstTable < 0 ? others : others.slice(0, firstTable);
  const old = keys.find(({ start }) => key.test(text.slice(start)));
  if (old !== undefined) return text.slice(0, old.start) + added.line + text.slice(old.end);
  const headerEnd = text.indexOf('\n', header.end);
  const at = headerEnd < 0 ? text.length : headerEnd - (added.newline.length - 1);
  return text.slice(0, at) + added.newline + added.line + text.slice(at);
}

interface Statement {
  readonly start: number;
  /** Before a comment on the same line. */
  readonly end: number;
}

/** Our header and the keys and tables that follow it, up to another table. */
function ownStatements(text: string, shown: string): [Statement, ...Statement[]] {
  const headers = text.matchAll(new RegExp(OWN_HEADER.source, 'gm'));
  // A header in a string or a list has no complete text before it.
  const header = [...headers].find((found) => found[0].endsWith(']') && parseToml(text.slice(0, found.index)));
  if (header === undefined) throw otherForm(shown);
  const statements: [Statement, ...Statement[]] = [{ start: header.index, end: header.index + header[0].length }];
  for (let last = header.index + header[0].length; ; ) {
    const start = last + (/^(?:\s|#[^\n]*)*/.exec(text.slice(last))?.[0].length ?? 0);
    const rest = text.slice(start);
    if (rest === '' || (rest.startsWith('[') && !OWN_HEADER.test(rest))) return statements;
    last = start + statementLength(rest);
    statements.push({ start, end: last });
  }
}

/** A statement ends before the first comment or line end where it is complete. */
function statementLength(text: string): number {
  for (const { index } of text.matchAll(/[ \t]*(?:#|\r?\n|$)/g)) {
    if (parseToml(text.slice(0, index)) !== undefined) return index;
  }
  return text.length;
}

function parseToml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}

function otherForm(shown: string): UserError {
  return brokenFile(shown, `defines "witan" in another form than ${HEADER}`);
}
