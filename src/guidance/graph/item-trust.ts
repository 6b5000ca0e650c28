import { join } from 'node:path';
import { appendOwnLinesSync } from '../../storage/own-files/append-own-lines.js';
import { configFolderFor, readFolderNote, removeFolderNote } from '../../storage/own-files/folder-note.js';
import { makeOwnFolder } from '../../storage/own-files/own-folder.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import type { KnowledgeItem } from '../item/item.js';

// Items come with a clone, a pull or a pull request, and hooks show items to the agent. Those that were written or reviewed
// on this machine are listed by hash in the user's config folder; the others are foreign, whatever their files say.

/** Undefined if the config folder is inside the project: a list there may have come with it. */
export function trustListPath(projectFolder: string): string | undefined {
  const folder = configFolderFor(projectFolder);
  return folder === undefined ? undefined : join(folder, 'trusted-items.txt');
}

/** Marks the items that are not in the user's list. */
export function markForeign(projectFolder: string, items: readonly KnowledgeItem[]): KnowledgeItem[] {
  takeOverFolder(projectFolder, items);
  const trusted = items.length === 0 ? new Set() : readTrustList(projectFolder);
  return items.map(({ isForeign: _before, ...item }) =>
    trusted.has(itemHash(item)) ? item : { ...item, isForeign: true },
  );
}

export function isTrusted(projectFolder: string, item: KnowledgeItem): boolean {
  return readTrustList(projectFolder).has(itemHash(item));
}

/** With the status that their files say. False if the list cannot be written. */
export function trustItems(projectFolder: string, items: readonly KnowledgeItem[]): boolean {
  const known = readTrustList(projectFolder);
  const hashes = new Set(items.map(itemHash).filter((hash) => !known.has(hash)));
  return hashes.size === 0 || append(projectFolder, [...hashes]);
}

export function distrustItem(projectFolder: string, item: KnowledgeItem): void {
  if (isTrusted(projectFolder, item)) append(projectFolder, [`${TAKEN_BACK}${itemHash(item)}`]);
}

const TAKEN_BACK = '-';
const MAX_LIST_BYTES = 8_000_000;

function readTrustList(projectFolder: string): Set<string> {
  const trusted = new Set<string>();
  try {
    const path = trustListPath(projectFolder);
    const text = path === undefined ? undefined : readOwnText(path, MAX_LIST_BYTES);
    for (const line of text?.split('\n') ?? []) {
      if (line.startsWith(TAKEN_BACK)) trusted.delete(line.slice(TAKEN_BACK.length));
      else trusted.add(line);
    }
  } catch {
    // A list that cannot be read trusts nothing.
  }
  return trusted;
}

// One write of whole lines: processes that add at the same time do not wait for each other.
function append(projectFolder: string, lines: readonly string[]): boolean {
  try {
    const path = trustListPath(projectFolder);
    if (path === undefined) return false;
    makeOwnFolder(join(path, '..'));
    appendOwnLinesSync(path, lines, { durable: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Everything of an item that an agent reads or that decides when. The status too: a draft that another person makes active
 * was not reviewed here. A change of this list makes every item of every user foreign.
 */
function itemHash(item: KnowledgeItem): string {
  const { id, label, description, evidence, deprecated, source, priority, status, triggers, content } = item;
  const meaning = [id, label, description, evidence, deprecated, source, priority, status, triggers, content];
  // Loaded on first use: a hook whose index is up to date does not need it.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(meaning)).digest('hex');
}

/** Earlier versions trusted a folder as a whole: the items that it has at the update stay trusted. */
function takeOverFolder(projectFolder: string, items: readonly KnowledgeItem[]): void {
  const note = readFolderNote('trusted-graphs', projectFolder);
  if (note === undefined) return;
  // Drafts that were learned where no other item was; they were not trusted yet.
  const isOwn = note.state === 'own';
  if (isOwn || trustItems(projectFolder, items)) removeFolderNote('trusted-graphs', projectFolder);
}
