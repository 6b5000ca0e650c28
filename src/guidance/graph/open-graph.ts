import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { failure, type Result, success } from '../../kernel/result.js';
import { type BoundedText, readBounded } from '../files/read-bounded.js';
import type { KnowledgeFailure } from './failure.js';
import { MOST_GRAPH_BYTES } from './graph-files.js';
import { EMPTY_GRAPH, type GraphText, openGraphText } from './graph-text.js';

export interface OpenedGraph {
  readonly graph: GraphText;
  /** Where the file really is: a link that somebody made stays one. */
  readonly target: string;
  /** As it was read; undefined if there is no such file yet. */
  readonly asRead: Pick<BoundedText, 'size' | 'mtimeMs'> | undefined;
}

/** Only a file that does not exist counts as empty: whatever cannot be read must not be written over. */
export function openGraph(path: string, known?: BoundedText): Result<OpenedGraph, KnowledgeFailure> {
  const name = basename(path);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return opened(EMPTY_GRAPH, path, undefined);
  const read = known ?? readBounded(path, MOST_GRAPH_BYTES);
  if (read === undefined) return unreadable(`${name} cannot be read`);
  if (Buffer.byteLength(read.text) !== read.size) return unreadable(`${name} is not UTF-8`);
  return opened(read.text.replace(/^\uFEFF/, ''), realpathSync(path), read);
}

function opened(text: string, target: string, asRead: OpenedGraph['asRead']): Result<OpenedGraph, KnowledgeFailure> {
  const graph = openGraphText(text.trim() === '' ? EMPTY_GRAPH : text);
  return graph === undefined
    ? unreadable(`${basename(target)} is not a JSON object with a list of nodes`)
    : success({ graph, target, asRead });
}

function unreadable(fault: string): Result<never, KnowledgeFailure> {
  return failure({ kind: 'unreadable', message: `${fault}; correct the file first, nothing was changed.` });
}

/** Why it must not be written now: an editor knows nothing of our lock, and what it saved meanwhile would be lost. */
export function whyNotWritable({ target, asRead }: OpenedGraph): KnowledgeFailure | undefined {
  const now = statSync(target, { throwIfNoEntry: false });
  if (now?.mtimeMs === asRead?.mtimeMs && now?.size === asRead?.size) return undefined;
  return { kind: 'busy', message: `${basename(target)} was changed in this moment; try again.` };
}

/** Whether a new file can take its place. */
export function isFolderWritable({ target, asRead }: OpenedGraph): boolean {
  // Its folder is made when it is written for the first time.
  if (asRead === undefined) return true;
  try {
    accessSync(dirname(target), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A new text keeps the permissions of the file whose place it takes. */
export function modeOf({ target }: OpenedGraph): number {
  return (statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666) & 0o777;
}
