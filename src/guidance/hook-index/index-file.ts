import { join } from 'node:path';
import { hashText } from '../../kernel/hash-text.js';
import { readOwnFile } from '../../storage/own-files/read-own-file.js';
import { writeOwnFileSync } from '../../storage/own-files/write-own-file.js';
import type { KnowledgeItem } from '../item/item.js';
import { groupItems, type Keywords, listCallKeys } from '../relevance/item-groups.js';
import type { ToolAction } from '../relevance/tool-action.js';
import { inForce, type KnowledgeIndex, type ProjectFolders } from './hook-index.js';

// The file has a line with its format and the lengths of its three parts, then the parts: a head in JSON; a table with a
// line per group, its key and where its items are, in buckets by the key's hash; the items, one per line. So a hook parses the head and a few items,
// however many there are.

/** The file of another program version is made again. */
const FORMAT = 'witan-hook-index-4';
const MAX_BYTES = 64_000_000;

interface Head extends Omit<KnowledgeIndex, 'items'> {
  readonly count: number;
  readonly keywords: Keywords;
  readonly bucketLengths: readonly number[];
}

export interface StoredIndex extends KnowledgeIndex {
  readonly count: number;
  /** The items that may match a call, in their order. */
  readonly itemsFor: (action: ToolAction) => readonly KnowledgeItem[];
}

/** Undefined if there is none that can be used. */
export function readIndexFile(folders: ProjectFolders): StoredIndex | undefined {
  try {
    const read = readOwnFile(indexPath(folders), MAX_BYTES);
    return read && parseIndex(read.bytes);
  } catch {
    return undefined;
  }
}

/** Derived data: put in place as a whole, without waiting for the disk. */
export function writeIndexFile(folders: ProjectFolders, index: KnowledgeIndex): void {
  try {
    writeOwnFileSync(indexPath(folders), formatIndex(index), { durable: false });
  } catch {
    // Without it hooks read the graphs.
  }
}

/** The worktrees of a repository share a data folder, and each has its own items. */
export function indexPath({ dataFolder, projectFolder }: ProjectFolders): string {
  return join(dataFolder, `hook-index-${hashText(projectFolder).toString(16)}.json`);
}

export function formatIndex({ items, ...rest }: KnowledgeIndex): string {
  const lines = items.map((item) => JSON.stringify(item));
  let end = -1;
  const spans = lines.map((line) => {
    const start = end + 1;
    end = start + Buffer.byteLength(line);
    return `${start}-${end}`;
  });
  const { groups, keywords } = groupItems(items.map(inForce));
  const buckets = Array.from({ length: BUCKETS }, () => '\n');
  for (const [key, numbers] of groups) {
    buckets[findBucket(key)] += `${JSON.stringify(key)}\t${numbers.map((at) => spans[at]).join(' ')}\n`;
  }
  const bucketLengths = buckets.map((bucket) => Buffer.byteLength(bucket));
  const head: Head = { count: items.length, keywords, bucketLengths, ...rest };
  const parts = [JSON.stringify(head), buckets.join(''), lines.join('\n')];
  return `${[FORMAT, ...parts.map((part) => Buffer.byteLength(part))].join(' ')}\n${parts.join('')}`;
}

/** Undefined for another format or a part of a file. Throws for other damage, also on first use. */
export function parseIndex(bytes: Buffer): StoredIndex | undefined {
  const start = bytes.indexOf('\n') + 1;
  const [format, ...lengths] = bytes.toString('latin1', 0, Math.max(0, start - 1)).split(' ');
  const [headEnd = 0, tableEnd = 0, end = 0] = lengths.map((_, index) =>
    lengths.slice(0, index + 1).reduce((sum, length) => sum + Number(length), start),
  );
  if (format !== FORMAT || end !== bytes.length) return undefined;
  const { count, keywords, bucketLengths, ...head } = JSON.parse(bytes.toString('utf8', start, headEnd)) as Head;
  let bucketEnd = headEnd;
  const buckets = bucketLengths.map((length) => {
    bucketEnd += length;
    return bytes.subarray(bucketEnd - length, bucketEnd);
  });
  const stored = bytes.subarray(tableEnd);
  const read = (from: number, to: number) => JSON.parse(stored.toString('utf8', from, to)) as KnowledgeItem;
  let all: readonly KnowledgeItem[] | undefined;
  const readAll = () => {
    all ??= JSON.parse(`[${stored.toString('utf8').replaceAll('\n', ',')}]`) as readonly KnowledgeItem[];
    return all;
  };
  return {
    ...head,
    count,
    get items() {
      return readAll();
    },
    itemsFor(action) {
      const keys = listCallKeys(action, keywords);
      if (keys === undefined) return readAll();
      const spans = new Map<number, number>();
      for (const key of keys) for (const [from, to] of findSpans(buckets, key)) spans.set(from, to);
      return [...spans].sort(([one], [other]) => one - other).map(([from, to]) => read(from, to));
    },
  };
}

const BUCKETS = 64;

const findBucket = (key: string) => hashText(key) % BUCKETS;

/** Where the items of a group are. The bucket is searched as it is: to parse it would take longer. */
function findSpans(buckets: readonly Buffer[], key: string): [number, number][] {
  const bucket = buckets[findBucket(key)] as Buffer;
  const name = Buffer.from(`\n${JSON.stringify(key)}\t`);
  const found = bucket.indexOf(name);
  if (found === -1) return [];
  const from = found + name.length;
  const row = bucket.toString('latin1', from, bucket.indexOf('\n', from));
  return row.split(' ').map((span) => {
    const [start, end] = span.split('-');
    return [Number(start), Number(end)];
  });
}
