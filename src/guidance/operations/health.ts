import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KnowledgeItem } from '../item/item.js';
import { matchesGlob } from '../relevance/glob.js';
import type { KnowledgeHealth } from './knowledge.js';

/** What `doctor` should know of the knowledge itself. `items` are those in force. */
export function examineHealth(
  items: readonly KnowledgeItem[],
  faults: readonly string[],
  projectFolder: string,
): KnowledgeHealth {
  const critical = items.filter(({ priority }) => priority === 'CRITICAL').length;
  return {
    items: items.length,
    critical,
    hasTooManyCritical: items.length >= LEAST_ITEMS && critical * 2 > items.length,
    idlePatterns: findIdlePatterns(items, projectFolder),
    faults,
  };
}

/** One CRITICAL item out of one is a beginning, no inflation. */
const LEAST_ITEMS = 3;

function findIdlePatterns(items: readonly KnowledgeItem[], projectFolder: string) {
  const waiting = new Map<string, string[]>();
  for (const { id, triggers } of items) {
    for (const pattern of triggers.files) {
      if (!pattern.startsWith('/')) waiting.set(pattern, [...(waiting.get(pattern) ?? []), id]);
    }
  }
  for (const file of waiting.size === 0 ? [] : filesBelow(projectFolder)) {
    for (const pattern of waiting.keys()) if (matchesGlob(file, pattern)) waiting.delete(pattern);
    if (waiting.size === 0) break;
  }
  return [...waiting].flatMap(([pattern, ids]) => ids.map((item) => ({ item, pattern })));
}

const MOST_FILES = 50_000;
const SKIPPED = new Set(['.git', 'node_modules', '.venv', '__pycache__', 'target', '.next', '.cache']);

function* filesBelow(root: string): Generator<string> {
  const folders = [''];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) folders.push(path);
      } else {
        yield path;
        if (++seen >= MOST_FILES) return;
      }
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
