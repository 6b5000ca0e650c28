import { createPause } from '../kernel/create-pause.js';
import type { Result } from '../kernel/result.js';
import type { AllowedPaths } from './allowed-paths.js';
import { compileGlob } from './glob/compile-glob.js';
import { type CheckedFolder, type Entry, listCheckedFolder } from './list-checked-folder.js';
import { openCheckedFile } from './open-checked-file.js';

export interface WalkOptions {
  /** A folder, as a participant wrote it; the root by default. */
  readonly below?: string;
  /** 1 gives the entries of the folder itself. */
  readonly maxDepth?: number;
  readonly signal: AbortSignal;
}

/**
 * Everything below a folder, depth first, sorted by name, without what `.gitignore` files leave out. Links are given,
 * never followed; a folder that cannot be read is skipped. Ends early when the signal fires: the caller must check the signal.
 */
export async function* walkProject(
  below: Result<string, string>,
  options: WalkOptions,
  allowed: AllowedPaths,
): AsyncGenerator<Entry> {
  if (!below.ok) return;
  const { signal, maxDepth = Number.POSITIVE_INFINITY } = options;
  const walk: Walk = { allowed, signal, maxDepth, pause: createPause() };
  yield* walkFrom(await readFolder(below.value, await chainAbove(below.value, allowed), walk), walk);
}

/** Folders that are read ahead at each level: waiting for each in turn would take several times as long. */
const READ_AHEAD = 16;

interface Walk {
  readonly allowed: AllowedPaths;
  readonly signal: AbortSignal;
  readonly maxDepth: number;
  pause(): Promise<void> | undefined;
}

interface Folder {
  readonly entries: readonly Entry[];
  readonly chain: IgnoreChain | undefined;
}

/** One folder of the way down: what is left of it, and what is already being read of the folders inside. */
interface Level {
  readonly folder: Folder;
  readonly readAhead: Map<string, Promise<Folder>>;
  position: number;
  nextAhead: number;
}

/** One loop with a stack of its own: a generator inside a generator would hand every entry through all levels. */
async function* walkFrom(start: Folder, walk: Walk): AsyncGenerator<Entry> {
  const levels: Level[] = [getLevel(start)];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const entry = level.folder.entries[level.position++];
    if (walk.signal.aborted) return;
    if (entry === undefined) {
      levels.pop();
      continue;
    }
    if (levels.length < walk.maxDepth) readSomeAhead(level, walk);
    yield entry;
    const waiting = walk.pause();
    if (waiting !== undefined) await waiting;
    const inside = level.readAhead.get(entry.path);
    if (inside === undefined) continue;
    level.readAhead.delete(entry.path);
    levels.push(getLevel(await inside));
  }
}

function getLevel(folder: Folder): Level {
  return { folder, readAhead: new Map(), position: 0, nextAhead: 0 };
}

function readSomeAhead(level: Level, walk: Walk): void {
  const { entries, chain } = level.folder;
  for (; level.readAhead.size < READ_AHEAD && level.nextAhead < entries.length; level.nextAhead++) {
    const entry = entries[level.nextAhead];
    if (entry?.kind === 'folder') level.readAhead.set(entry.path, readFolder(entry.path, chain, walk));
  }
}

async function readFolder(path: string, above: IgnoreChain | undefined, walk: Walk): Promise<Folder> {
  if (walk.signal.aborted) return { entries: [], chain: above };
  const listed = await listCheckedFolder(path, path, walk.allowed);
  if (!listed.ok) return { entries: [], chain: above };
  const chain = await withOwnRules(listed.value, above, walk.allowed);
  return { entries: await withoutIgnored(listed.value.entries, chain, walk), chain };
}

async function withoutIgnored(entries: readonly Entry[], chain: IgnoreChain | undefined, walk: Walk): Promise<Entry[]> {
  const kept: Entry[] = [];
  for (const entry of entries) {
    if (!isIgnored(entry.path, entry.kind === 'folder', chain)) kept.push(entry);
    const waiting = walk.pause();
    if (waiting === undefined) continue;
    await waiting;
    if (walk.signal.aborted) break;
  }
  return kept;
}

async function withOwnRules(
  { path: folder, entries }: CheckedFolder,
  above: IgnoreChain | undefined,
  allowed: AllowedPaths,
): Promise<IgnoreChain | undefined> {
  const path = folder === '' ? IGNORE_FILE : `${folder}/${IGNORE_FILE}`;
  // A link is not read as an ignore file: git does not follow one either.
  if (!entries.some((entry) => entry.path === path && entry.kind === 'file')) return above;
  const opened = await openCheckedFile(path, path, allowed);
  if (!opened.ok) return above;
  try {
    const text = (await opened.value.read(MAX_IGNORE_BYTES)).toString('utf8');
    const file = parseIgnoreFile(text, MAX_SLOW_RULES - getSlowRules(above));
    return { file, folder, ...(above === undefined ? {} : { above }) };
  } catch {
    return above;
  } finally {
    await opened.value.close();
  }
}

const IGNORE_FILE = '.gitignore';
const MAX_IGNORE_BYTES = 256 * 1024;

/** A caller that names an ignored folder wants to see it: the rules above it do not count then. */
async function chainAbove(below: string, allowed: AllowedPaths): Promise<IgnoreChain | undefined> {
  let chain: IgnoreChain | undefined = DEFAULT_IGNORES;
  const located = await listCheckedFolder(below, below, allowed);
  let folder = '';
  for (const name of located.ok && located.value.path !== '' ? located.value.path.split('/') : []) {
    const listed = await listCheckedFolder(folder, folder, allowed);
    if (listed.ok) chain = await withOwnRules(listed.value, chain, allowed);
    folder = folder === '' ? name : `${folder}/${name}`;
    if (isIgnored(folder, true, chain)) chain = undefined;
  }
  return chain;
}

/** The ignore files that govern a folder: its own and those above it, nearest first. */
interface IgnoreChain {
  readonly file: IgnoreFile;
  /** The folder of the file, relative to the root; '' is the root. */
  readonly folder: string;
  readonly above?: IgnoreChain;
}

/** Rules that take long to compare, of all files that govern a folder. */
function getSlowRules(chain: IgnoreChain | undefined): number {
  let count = 0;
  for (let link = chain; link !== undefined; link = link.above) count += link.file.slowRules;
  return count;
}

/** The nearest file that has an opinion decides. What is below an ignored folder is never asked for. */
function isIgnored(path: string, isFolder: boolean, chain: IgnoreChain | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (let link = chain; link !== undefined; link = link.above) {
    const relative = link.folder === '' ? path : path.slice(link.folder.length + 1);
    const verdict = link.file.verdict(relative, name, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** The rules of one `.gitignore`, for paths relative to its folder. */
interface IgnoreFile {
  /** The number of rules that take long to compare with a name. */
  readonly slowRules: number;
  /** true: left out; false: taken in again; undefined: not a matter of this file. The last rule that fits decides. */
  verdict(path: string, name: string, isFolder: boolean): boolean | undefined;
}

/**
 * Reads the text of a `.gitignore` as git does, but of the rules with several stars in a name, which take as long as they
 * and the name are long, only so many: a file made to exhaust us must not, and an honest one has a few.
 */
export function parseIgnoreFile(text: string, maxSlowRules = MAX_SLOW_RULES): IgnoreFile {
  let slowRules = 0;
  const rules = text
    .split('\n', MAX_RULES)
    .flatMap((line) => parseRule(line) ?? [])
    .filter((rule) => !rule.isSlow || ++slowRules <= maxSlowRules)
    .reverse();
  return {
    slowRules: Math.min(slowRules, maxSlowRules),
    verdict: (path, name, isFolder) => {
      for (const rule of rules) {
        if (rule.foldersOnly && !isFolder) continue;
        if (rule.matches(rule.wholePath ? path : name)) return !rule.isException;
      }
      return undefined;
    },
  };
}

const MAX_RULES = 5000;
const MAX_SLOW_RULES = 200;

interface Rule {
  readonly isException: boolean;
  readonly foldersOnly: boolean;
  /** A rule without a slash before its end is about the name alone, at any depth. */
  readonly wholePath: boolean;
  readonly isSlow: boolean;
  matches(text: string): boolean;
}

function parseRule(line: string): Rule | undefined {
  let pattern = withoutTrailingBlanks(line.replace(/^\ufeff/, '').replace(/\r$/, ''));
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const isException = pattern.startsWith('!');
  if (isException) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.replace(/\/+$/, '');
  const wholePath = pattern.includes('/');
  // Two stars mean folders only between slashes; elsewhere git takes them for one.
  const compiled = compileGlob(pattern.replace(/^\//, ''), { braces: false });
  if (!compiled.ok || pattern === '') return undefined;
  const glob = compiled.value;
  const isSlow = pattern.split('/').some((segment) => WILD.test(segment) && !PLAIN_END.test(segment));
  return { isException, foldersOnly, wholePath, isSlow, matches: (text) => glob.matches(text) };
}

const WILD = /[*?[]/;
/** Two stars, or one at the beginning or the end: no name has to be tried more than once. */
const PLAIN_END = /^(?:\*\*|\*[^*?[]*|[^*?[]*\*)$/;

/** Blanks at the end do not count unless the last of them is written with a backslash. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 && end < line.length ? end + 1 : end);
}

/**
 * Applies where no ignore file says otherwise: installed packages and caches are not the project, and many
 * projects without a repository have no file that says so.
 */
const DEFAULT_IGNORES: IgnoreChain = {
  file: parseIgnoreFile(
    ['node_modules/', 'bower_components/', '__pycache__/', '.venv/', '.tox/', '.mypy_cache/', '.DS_Store'].join('\n'),
  ),
  folder: '',
};
