import { listGraphFiles, MAX_GRAPH_BYTES } from '../graph/graph-files.js';
import { readGraphPart } from '../hook-index/build-hook-index.js';

/** What a person should see before trusting a project's graphs. Nothing is written. */
export function graphTitles(projectFolder: string): { readonly files: number; readonly titles: readonly string[] } {
  const items = readGraphPart(projectFolder, { maxBytes: MAX_GRAPH_BYTES })?.items ?? [];
  return {
    files: listGraphFiles(projectFolder).length,
    titles: items.filter(({ status }) => status !== 'archived').map(({ priority, label }) => `${priority} ${label}`),
  };
}
