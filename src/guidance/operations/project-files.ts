import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { matchesPattern } from '../relevance/glob.js';

/** Files of the project that match at least one of the patterns now. */
export interface MatchingFiles {
  readonly count: number;
  /** Some of them. */
  readonly names: readonly string[];
}

const MAX_NAMES = 20;

export function findMatchingFiles(patterns: readonly string[], projectFolder: string): MatchingFiles {
  const names: string[] = [];
  let count = 0;
  for (const file of filesBelow(projectFolder)) {
    const isMatch = (pattern: string) =>
      pattern.startsWith('/') ? matchesPattern(join(projectFolder, file), pattern) : matchesPattern(file, pattern);
    if (!patterns.some(isMatch)) continue;
    if (++count <= MAX_NAMES) names.push(file);
  }
  return { count, names: names.sort() };
}

const MAX_FILES = 50_000;
const SKIPPED = new Set(['.git', 'node_modules', '.venv', '__pycache__', 'target', '.next', '.cache']);

/** The files of a project with `/` between their folders, without those that tools make. */
export function* filesBelow(root: string): Generator<string> {
  const folders = [''];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) folders.push(path);
      } else {
        yield path;
        if (++seen >= MAX_FILES) return;
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
