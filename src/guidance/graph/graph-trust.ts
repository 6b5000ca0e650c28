import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder } from '../../kernel/config-folder.js';
import { hashText } from '../../kernel/hash-text.js';
import { isInside, realPathOf } from '../../kernel/real-path.js';
import { makeOwnFolder, removeOwnFile } from '../../storage/own-files/own-folder.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import { writeOwnFileSync } from '../../storage/own-files/write-own-file.js';
import { textOf } from '../item/fields.js';

// A project's graphs may come from anywhere, and hooks show them to the agent. The user's trust is a small file for each
// project in the user's own config folder: one read for a hook, and no list that several processes would change.

/** Whether the user trusts the graphs of this folder, whatever they contain by now. */
export function areGraphsTrusted(projectFolder: string): boolean {
  return readState(projectFolder) === 'trusted';
}

/** Whether the first item was learned here, so that none came with the project. The user has not trusted them yet. */
export function areGraphsOwn(projectFolder: string): boolean {
  return readState(projectFolder) === 'own';
}

/** False if it could not be written. */
export function trustGraphs(projectFolder: string): boolean {
  return writeState(projectFolder, 'trusted');
}

export function noteOwnGraphs(projectFolder: string): void {
  if (readState(projectFolder) === 'unknown') writeState(projectFolder, 'own');
}

export function distrustGraphs(projectFolder: string): void {
  const path = trustPath(projectFolder);
  if (path !== undefined) removeOwnFile(path);
}

const MAX_BYTES = 10_000;

function readState(projectFolder: string): 'trusted' | 'own' | 'unknown' {
  try {
    const path = trustPath(projectFolder);
    const text = path === undefined ? undefined : readOwnText(path, MAX_BYTES);
    const written: unknown = text === undefined ? undefined : JSON.parse(text);
    if (textOf(written, 'folder') !== realPathOf(projectFolder)) return 'unknown';
    return textOf(written, 'state') === 'own' ? 'own' : 'trusted';
  } catch {
    return 'unknown';
  }
}

function writeState(projectFolder: string, state: 'trusted' | 'own'): boolean {
  const path = trustPath(projectFolder);
  if (path === undefined) return false;
  try {
    makeOwnFolder(dirname(path));
    writeOwnFileSync(path, `${JSON.stringify({ folder: realPathOf(projectFolder), state })}\n`);
    return true;
  } catch {
    return false;
  }
}

/** Undefined if the config folder is inside the project: what is there may have come with the project. */
function trustPath(projectFolder: string): string | undefined {
  const project = realPathOf(projectFolder);
  const config = realPathOf(configFolder(process.env.HOME || homedir(), process.env));
  if (isInside(project, config)) return undefined;
  const name = project.replace(/[^A-Za-z0-9]+/g, '-').slice(-100);
  return join(config, 'trusted-graphs', `${name}-${hashText(project).toString(16)}.json`);
}
