import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_DEPTH = 6;
const MAX_ENTRIES = 20_000;

/**
 * The .gguf files under some folders. A home folder can hold anything, so depth and number of entries are capped;
 * only the first part of a model in several parts counts, and files for images alone do not.
 */
export async function listModelFiles(folders: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const budget = { entries: MAX_ENTRIES };
  for (const folder of folders) await collect(folder, MAX_DEPTH, budget, found);
  return [...found];
}

async function collect(folder: string, depth: number, budget: { entries: number }, found: Set<string>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (budget.entries-- <= 0) return;
    const path = join(folder, entry.name);
    // Links to files are followed (model stores consist of them), links to folders are not: they may lead in circles.
    if (entry.isDirectory() && depth > 1) await collect(path, depth - 1, budget, found);
    else if (isModelName(entry.name) && (entry.isFile() || (await isLinkToFile(path)))) found.add(path);
  }
}

function isModelName(name: string): boolean {
  if (!/\.gguf$/i.test(name) || /mmproj/i.test(name)) return false;
  const [, part] = /-(\d{5})-of-\d{5}\.gguf$/i.exec(name) ?? [];
  return part === undefined || Number(part) === 1;
}

async function isLinkToFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
