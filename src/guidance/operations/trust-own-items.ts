import { listGraphFiles, MAX_GRAPH_BYTES } from '../graph/graph-files.js';
import { areGraphsOwn, areGraphsTrusted, trustGraphs } from '../graph/graph-trust.js';
import { readGraphPart } from '../hook-index/build-hook-index.js';
import type { ProjectFolders } from '../hook-index/hook-index.js';
import { readRenewedIndex } from '../hook-index/load-hook-index.js';
import type { Change } from './knowledge.js';

/**
 * A change that makes an item active. It trusts the project's items if none of them came with the project: there are no
 * others, or all were learned here. Otherwise `witan init` shows them and asks.
 */
export async function trustOwnItems(folders: ProjectFolders, change: () => Change): Change {
  const isOwn = !areGraphsTrusted(folders.projectFolder) && hasOnlyOwnItems(folders);
  const changed = await change();
  if (isOwn && changed.ok) trustGraphs(folders.projectFolder);
  return changed;
}

function hasOnlyOwnItems(folders: ProjectFolders): boolean {
  const { items } = readRenewedIndex(folders);
  if (items.every(({ status }) => status === 'archived')) return true;
  return areGraphsOwn(folders.projectFolder) && items.every(({ status }) => status !== 'active');
}

/** One line for lists and the doctor; none if the items are trusted, or if there are none. */
export function trustFaults({
  items,
  isTrusted,
}: {
  readonly items: readonly unknown[];
  readonly isTrusted: boolean;
}): string[] {
  return items.length === 0 || isTrusted ? [] : [NOT_TRUSTED];
}

const NOT_TRUSTED =
  'the items of this project are not trusted: hooks show only their titles and pause no call; `witan init` asks whether to trust them';

/** What a person should see before trusting a project's graphs. Nothing is written. */
export function graphTitles(projectFolder: string): { readonly files: number; readonly titles: readonly string[] } {
  const items = readGraphPart(projectFolder, { maxBytes: MAX_GRAPH_BYTES })?.items ?? [];
  return {
    files: listGraphFiles(projectFolder).length,
    titles: items.filter(({ status }) => status !== 'archived').map(({ priority, label }) => `${priority} ${label}`),
  };
}
