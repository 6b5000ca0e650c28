import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { failure, type Result, success } from '../../kernel/result.js';
import { writeAtomically } from '../../storage/write-atomically.js';
import { readBounded } from '../files/read-bounded.js';
import type { GuidancePlace } from '../hook-index/hook-index.js';
import { rebuildHookIndex } from '../hook-index/load-hook-index.js';
import type { KnowledgeFailure } from './failure.js';
import { graphFolder, graphPath } from './graph-files.js';
import { withGraphLock } from './graph-lock.js';
import { EMPTY_GRAPH, type GraphText, openGraphText } from './graph-text.js';

const MOST_BYTES = 256_000_000;
const LOCK_WAIT_MS = 2000;

export interface Changed<Value> {
  /** The new text of the file; undefined if it stays as it is. */
  readonly text: string | undefined;
  readonly value: Value;
}

/** One change of one graph file: read, changed and put in place while nobody else does, then the index renewed. */
export async function changeGraph<Value>(
  place: GuidancePlace,
  graph: string,
  change: (text: GraphText) => Result<Changed<Value>, KnowledgeFailure>,
  lockWaitMs = LOCK_WAIT_MS,
): Promise<Result<Value, KnowledgeFailure>> {
  const path = graphPath(place.projectFolder, graph);
  try {
    const locked = await withGraphLock(join(place.dataFolder, '.graphs.lock'), lockWaitMs, async () => {
      const opened = openGraph(path);
      if (!opened.ok) return opened;
      const changed = change(opened.value.graph);
      if (!changed.ok) return changed;
      const { text, value } = changed.value;
      if (text !== undefined) {
        mkdirSync(graphFolder(place.projectFolder), { recursive: true });
        await writeAtomically(opened.value.target, text);
        rebuildHookIndex(place);
      }
      return success(value);
    });
    return (
      locked?.value ??
      failure({ kind: 'busy', message: `${basename(path)} is being changed by another process; try again.` })
    );
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return failure({ kind: 'unwritable', message: `${basename(path)} could not be written: ${cause}` });
  }
}

interface OpenedGraph {
  readonly graph: GraphText;
  /** Where the file really is: a link that somebody made stays one. */
  readonly target: string;
}

/** Only a file that does not exist counts as empty: whatever cannot be read must not be written over. */
function openGraph(path: string): Result<OpenedGraph, KnowledgeFailure> {
  const name = basename(path);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return opened(EMPTY_GRAPH, path, name);
  const read = readBounded(path, MOST_BYTES);
  if (read === undefined) return unreadable(`${name} cannot be read`);
  if (Buffer.byteLength(read.text) !== read.size) return unreadable(`${name} is not UTF-8`);
  return opened(read.text.replace(/^\uFEFF/, ''), realpathSync(path), name);
}

function opened(text: string, target: string, name: string): Result<OpenedGraph, KnowledgeFailure> {
  const graph = openGraphText(text.trim() === '' ? EMPTY_GRAPH : text);
  return graph === undefined
    ? unreadable(`${name} is not a JSON object with a list of nodes`)
    : success({ graph, target });
}

function unreadable(fault: string): Result<never, KnowledgeFailure> {
  return failure({ kind: 'unreadable', message: `${fault}; correct the file first, nothing was changed.` });
}
