import { type IgnoreFile, parseIgnoreFile } from './ignore-file.js';

/** The ignore files that govern a folder: its own and those above it, nearest first. */
export interface IgnoreChain {
  readonly file: IgnoreFile;
  /** The folder of the file, relative to the root; '' is the root. */
  readonly folder: string;
  readonly above?: IgnoreChain;
}

/** Rules that take long to compare, of all files that govern a folder. */
export function slowRulesOf(chain: IgnoreChain | undefined): number {
  let count = 0;
  for (let link = chain; link !== undefined; link = link.above) count += link.file.slowRules;
  return count;
}

/** The nearest file that has an opinion decides. Whoever is below an ignored folder is never asked for. */
export function isIgnored(path: string, isFolder: boolean, chain: IgnoreChain | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (let link = chain; link !== undefined; link = link.above) {
    const relative = link.folder === '' ? path : path.slice(link.folder.length + 1);
    const verdict = link.file.verdict(relative, name, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/**
 * What is left out where no ignore file says otherwise: installed packages and caches are not the project, and many
 * projects without a repository have no file that says so.
 */
export const USUAL_IGNORES: IgnoreChain = {
  file: parseIgnoreFile(
    ['node_modules/', 'bower_components/', '__pycache__/', '.venv/', '.tox/', '.mypy_cache/', '.DS_Store'].join('\n'),
  ),
  folder: '',
};
