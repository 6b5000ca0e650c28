import { join } from 'node:path';
import { appendOwnLinesSync } from '../../storage/own-files/append-own-lines.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import type { ProjectFolders } from '../files/project-folders.js';
import type { KnowledgeItem } from '../item/item.js';

// Items come with a clone, a pull or a pull request, and hooks show items to the agent. Those that were written or reviewed
// on this machine are listed by hash in the data folder; the others are foreign, whatever their files say.

export function trustListPath({ dataFolder }: ProjectFolders): string {
  return join(dataFolder, 'trusted-items.txt');
}

/** Marks the items that are not in the user's list. */
export function markForeign(folders: ProjectFolders, items: readonly KnowledgeItem[]): KnowledgeItem[] {
  const trusted = items.length === 0 ? new Set() : readTrustList(folders);
  // Without a list there is nothing to compare: hashing all items would make the hooks of a clone slow.
  if (trusted.size === 0) return items.map((item) => ({ ...item, isForeign: true }));
  return items.map(({ isForeign: _before, ...item }) =>
    trusted.has(itemHash(item)) ? item : { ...item, isForeign: true },
  );
}

export function isTrusted(folders: ProjectFolders, item: KnowledgeItem): boolean {
  return readTrustList(folders).has(itemHash(item));
}

/** With the status that their files say. False if the list cannot be written. */
export function trustItems(folders: ProjectFolders, items: readonly KnowledgeItem[]): boolean {
  const known = readTrustList(folders);
  const hashes = new Set(items.map(itemHash).filter((hash) => !known.has(hash)));
  return hashes.size === 0 || append(folders, [...hashes]);
}

export function distrustItem(folders: ProjectFolders, item: KnowledgeItem): void {
  if (isTrusted(folders, item)) append(folders, [`${TAKEN_BACK}${itemHash(item)}`]);
}

const TAKEN_BACK = '-';
const MAX_LIST_BYTES = 8_000_000;

function readTrustList(folders: ProjectFolders): Set<string> {
  const trusted = new Set<string>();
  try {
    const text = readOwnText(trustListPath(folders), MAX_LIST_BYTES);
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
function append(folders: ProjectFolders, lines: readonly string[]): boolean {
  try {
    folders.makeDataFolder?.();
    appendOwnLinesSync(trustListPath(folders), lines, { durable: true });
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
