import { createPause } from '../kernel/create-pause.js';
import type { Result } from '../kernel/result.js';
import type { AllowedPaths } from './allowed-paths.js';
import {
  DEFAULT_IGNORES,
  type IgnoreChain,
  isIgnored,
  MAX_SLOW_RULES,
  parseIgnoreFile,
  slowRulesOf,
} from './ignore-rules.js';
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
  const levels: Level[] = [levelOf(start)];
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
    levels.push(levelOf(await inside));
  }
}

function levelOf(folder: Folder): Level {
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
    const file = parseIgnoreFile(text, MAX_SLOW_RULES - slowRulesOf(above));
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
