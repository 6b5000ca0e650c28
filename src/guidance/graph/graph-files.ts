import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { realPathOf } from '../../kernel/real-path.js';
import { checkOwnFolder } from '../../storage/own-files/open-own-file.js';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import { makeOwnFolder, removeOldDrafts } from '../../storage/own-files/own-folder.js';

const GRAPH_ENDING = '_graph.json';

/** What the program reads at most; hooks before a tool call read less. */
export const MAX_GRAPH_BYTES = 256_000_000;

function graphFolder(projectFolder: string): string {
  return join(projectFolder, '.claude', 'graphs');
}

/** Makes the folder before a file in it is written, and removes what writers that were killed left there. */
export function makeGraphFolder(projectFolder: string): void {
  const folder = graphFolder(projectFolder);
  makeOwnFolder(folder);
  try {
    removeOldDrafts(folder, DRAFT);
  } catch {
    // A project may bring a folder of that name, which must not keep the person from writing.
  }
}

const DRAFT = /^\..+_graph\.json\.\d+-[0-9a-f]{12}\.tmp$/;

export function graphPath(projectFolder: string, graph: string): string {
  return join(graphFolder(projectFolder), `${graph}${GRAPH_ENDING}`);
}

/** The name of a graph is part of a file name: letters, digits, `-` and `_`, nothing else. */
export function isGraphName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);
}

export interface GraphFile {
  readonly graph: string;
  readonly path: string;
}

const MAX_GRAPHS = 100;

/** The project's graph files by name; none if there is no folder for them. Reading one that must not be used gives the reason. */
export function listGraphFiles(projectFolder: string): GraphFile[] {
  if (graphFolderProblem(projectFolder) !== undefined) return [];
  return listGraphPaths(projectFolder).map((path) => ({ graph: basename(path).slice(0, -GRAPH_ENDING.length), path }));
}

/** Their real paths, also behind a link, where they are not used. */
export function listGraphPaths(projectFolder: string): string[] {
  const folder = realPathOf(graphFolder(projectFolder));
  return namesIn(folder)
    .filter((name) => name.endsWith(GRAPH_ENDING) && isGraphName(name.slice(0, -GRAPH_ENDING.length)))
    .sort()
    .slice(0, MAX_GRAPHS)
    .map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    // Asked first, because an exception takes a hook longer.
    return existsSync(folder) ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

/** Why the folder of the graphs is not used; undefined if it is, or if there is none. */
export function graphFolderProblem(projectFolder: string): string | undefined {
  try {
    checkOwnFolder(graphFolder(projectFolder));
    return undefined;
  } catch (error) {
    return error instanceof OwnFileError ? error.message : undefined;
  }
}
