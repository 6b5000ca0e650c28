import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { failure, type Result, success } from '../../../src/kernel/result.js';
import type { Environment } from '../run/cli-tool.js';

/**
 * The model file for a path or a name. A name is searched in the default folders, so that "llama-2-7b" finds
 * "llama-2-7b-chat.Q4_K_M.gguf". A failure lists the searched folders and what was found.
 */
export async function findModelFile(
  name: string,
  { workingDirectory, modelPaths }: { readonly workingDirectory: string; readonly modelPaths: readonly string[] },
  environment: Environment,
): Promise<Result<string, string>> {
  if (name === '') return failure('name a model or the path of a .gguf file');
  for (const path of [resolve(workingDirectory, expandHome(name, environment)), resolve(name)]) {
    if (await isFile(path)) return success(path);
  }
  const folders = searchFolders(modelPaths, environment);
  const files = await listModelFiles(folders);
  const best = bestMatch(name, files);
  return best === undefined ? failure(describeSearch(files, folders)) : success(best);
}

function searchFolders(modelPaths: readonly string[], environment: Environment): string[] {
  const home = environment.HOME ?? homedir();
  const named = [...modelPaths, ...(environment.LLAMA_CPP_MODEL_PATH ?? '').split(delimiter)];
  const defaults = DEFAULT_FOLDERS.map((folder) => join(home, folder));
  const all = [
    ...named.filter((path) => path !== '').map((path) => resolve(expandHome(path, environment))),
    ...defaults,
  ];
  return [...new Set(all)];
}

const DEFAULT_FOLDERS = [
  '.cache/llama.cpp/models',
  '.cache/llama.cpp',
  'models',
  '.ollama/models',
  '.lmstudio/models',
  '.cache/lm-studio/models',
  '.cache/huggingface/hub',
  '.local/share/models',
  'llama.cpp/models',
];

/** The closest name; of equally close ones the shorter, then by alphabet, so that the result is always the same. */
function bestMatch(name: string, files: readonly string[]): string | undefined {
  const wanted = words(name.replace(/\.gguf$/i, ''));
  const ranked = files
    .map((path) => ({ path, words: words(basename(path, '.gguf')) }))
    .map((file) => ({ ...file, closeness: closeness(wanted, file.words) }))
    .filter((file) => file.closeness > 0)
    .sort((a, b) => b.closeness - a.closeness || a.words.length - b.words.length || (a.path < b.path ? -1 : 1));
  return ranked[0]?.path;
}

/** 3: the same words, 2: the beginning of the name, 1: all wanted words in any order, 0: no match. */
function closeness(wanted: readonly string[], found: readonly string[]): number {
  if (wanted.length === 0 || !wanted.every((word) => found.includes(word))) return 0;
  if (wanted.some((word, index) => found[index] !== word)) return 1;
  return wanted.length === found.length ? 3 : 2;
}

function words(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function describeSearch(files: readonly string[], folders: readonly string[]): string {
  const names = [...new Set(files.map((path) => basename(path)))];
  const shown = names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');
  const found = names.length === 0 ? 'no .gguf file was found' : `found only ${shown}`;
  return `${found}; looked in ${folders.join(', ')}; set LLAMA_CPP_MODEL_PATH or give the file's path`;
}

function expandHome(path: string, environment: Environment): string {
  return path.startsWith('~/') ? join(environment.HOME ?? homedir(), path.slice(2)) : path;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const MAX_DEPTH = 6;
const MAX_ENTRIES = 20_000;

/**
 * The .gguf files under the folders. Depth and number of entries are limited, because a home folder can contain
 * anything. Of a model in several parts only the first one is listed.
 */
async function listModelFiles(folders: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  let entriesLeft = MAX_ENTRIES;
  const collect = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entriesLeft-- <= 0) return;
      const path = join(folder, entry.name);
      // Links to files are followed, because model stores use them; links to folders may lead in circles.
      if (entry.isDirectory() && depth > 1) await collect(path, depth - 1);
      else if (isModelName(entry.name) && (entry.isFile() || (await isFile(path)))) found.add(path);
    }
  };
  for (const folder of folders) await collect(folder, MAX_DEPTH);
  return [...found];
}

function isModelName(name: string): boolean {
  if (!/\.gguf$/i.test(name) || /mmproj/i.test(name)) return false;
  const [, part] = /-(\d{5})-of-\d{5}\.gguf$/i.exec(name) ?? [];
  return part === undefined || Number(part) === 1;
}
