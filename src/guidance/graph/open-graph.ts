import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { failure, type Result, success } from '../../kernel/result.js';
import { type OwnFileFacts, statOwnFile } from '../../storage/own-files/open-own-file.js';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import { readOwnFile } from '../../storage/own-files/read-own-file.js';
import type { KnowledgeFailure } from './failure.js';
import { MAX_GRAPH_BYTES } from './graph-files.js';
import { EMPTY_GRAPH, type GraphText, openGraphText } from './graph-text.js';

export interface OpenedGraph {
  readonly graph: GraphText;
  readonly path: string;
  /** As it was read; undefined if there is no such file yet. */
  readonly asRead: OwnFileFacts | undefined;
}

/** Only a file that does not exist counts as empty: whatever cannot be read must not be written over. */
export function openGraph(path: string): Result<OpenedGraph, KnowledgeFailure> {
  const name = basename(path);
  try {
    const read = readOwnFile(path, MAX_GRAPH_BYTES);
    if (read === undefined) return opened(EMPTY_GRAPH, path, undefined);
    const text = read.bytes.toString('utf8');
    if (Buffer.byteLength(text) !== read.size) return unreadable(`${name} is not UTF-8`);
    return opened(text.replace(/^\uFEFF/, ''), path, read);
  } catch (error) {
    return unreadable(error instanceof OwnFileError ? error.message : `${name} cannot be read`);
  }
}

function opened(text: string, path: string, asRead: OpenedGraph['asRead']): Result<OpenedGraph, KnowledgeFailure> {
  const graph = openGraphText(text.trim() === '' ? EMPTY_GRAPH : text);
  return graph === undefined
    ? unreadable(`${basename(path)} is not a JSON object with a list of nodes`)
    : success({ graph, path, asRead });
}

function unreadable(fault: string): Result<never, KnowledgeFailure> {
  return failure({ kind: 'unreadable', message: `${fault}; correct the file first, nothing was changed.` });
}

/** Why it must not be written now: an editor knows nothing of our lock, and what it saved since would be lost. */
export function whyNotWritable({ path, asRead }: OpenedGraph): KnowledgeFailure | undefined {
  const now = statOwnFile(path);
  if (now?.mtimeMs === asRead?.mtimeMs && now?.size === asRead?.size) return undefined;
  return { kind: 'busy', message: `${basename(path)} was changed in this moment; try again.` };
}

/** Whether it can be replaced by a new file. */
export function isFolderWritable({ path, asRead }: OpenedGraph): boolean {
  // Its folder is made when it is written for the first time.
  if (asRead === undefined) return true;
  try {
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A new text keeps the permissions of the file that it replaces. */
export function modeOf({ path }: OpenedGraph): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o666) & 0o777;
}
