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
  try {
    const path = trustPath(projectFolder);
    const text = path === undefined ? undefined : readOwnText(path, MAX_BYTES);
    return text !== undefined && textOf(JSON.parse(text), 'folder') === realPathOf(projectFolder);
  } catch {
    return false;
  }
}

/** False if it could not be written. */
export function trustGraphs(projectFolder: string): boolean {
  const path = trustPath(projectFolder);
  if (path === undefined) return false;
  try {
    makeOwnFolder(dirname(path));
    writeOwnFileSync(path, `${JSON.stringify({ folder: realPathOf(projectFolder) })}\n`);
    return true;
  } catch {
    return false;
  }
}

export function distrustGraphs(projectFolder: string): void {
  const path = trustPath(projectFolder);
  if (path !== undefined) removeOwnFile(path);
}

const MAX_BYTES = 10_000;

/** Undefined if the config folder is inside the project: what is there may have come with the project. */
function trustPath(projectFolder: string): string | undefined {
  const project = realPathOf(projectFolder);
  const config = realPathOf(configFolder(process.env.HOME || homedir(), process.env));
  if (isInside(project, config)) return undefined;
  const name = project.replace(/[^A-Za-z0-9]+/g, '-').slice(-100);
  return join(config, 'trusted-graphs', `${name}-${hashText(project).toString(16)}.json`);
}
