import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const GRAPH_ENDING = '_graph.json';

/** What the program reads at most; hooks before a tool call read less. */
export const MOST_GRAPH_BYTES = 256_000_000;

export function graphFolder(projectFolder: string): string {
  return join(projectFolder, '.claude', 'graphs');
}

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
  readonly size: number;
  readonly mtimeMs: number;
}

const MOST_GRAPHS = 100;

/** The project's graph files by name; none if there is no folder for them. */
export function listGraphFiles(projectFolder: string): GraphFile[] {
  const folder = graphFolder(projectFolder);
  return namesIn(folder)
    .filter((name) => name.endsWith(GRAPH_ENDING) && isGraphName(name.slice(0, -GRAPH_ENDING.length)))
    .sort()
    .slice(0, MOST_GRAPHS)
    .flatMap((name) => {
      const path = join(folder, name);
      const facts = statSync(path, { throwIfNoEntry: false });
      if (facts === undefined) return [];
      return [{ graph: name.slice(0, -GRAPH_ENDING.length), path, size: facts.size, mtimeMs: facts.mtimeMs }];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
