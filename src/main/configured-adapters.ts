import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** The adapters that a person's own files name: those are expected to work, the package's own only may. */
export async function configuredAdapters(files: readonly string[]): Promise<string[]> {
  const named = await Promise.all(files.map(async (file) => adaptersIn(parse(await readFile(file, 'utf8')))));
  return [...new Set(named.flat())];
}

function adaptersIn(document: unknown): string[] {
  return ['adapters', 'cli_tools'].flatMap((section) => entriesOf(entry(document, section)));
}

function entriesOf(adapters: unknown): string[] {
  if (typeof adapters !== 'object' || adapters === null) return [];
  return Object.keys(adapters).filter((name) => entry(entry(adapters, name), 'enabled') !== false);
}

function entry(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
